// What one may say now: the night form, the same for all the living but for one's own powers, or the vote.

import { useEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import * as options from "../options.js";
import { useSpeaker } from "../store.js";
import { planned, say } from "../story.js";
import { Confirm } from "../parts/confirm.js";
import { SelectField } from "../parts/fields.js";
import { Icon } from "../parts/icons.js";
import { hasPlan, nameOfMove, ownBallot } from "./facts.js";
import { Covered, useHides } from "./self.js";

/** One question of the move in the making: whom, or which result. */
function Question({ question, table, words, names, composer }) {
  const { t } = useSpeaker();
  const { field, taken } = question;
  const values = options.clickable(table.options, composer.draft, field);
  const isTarget = field === "target";
  const label = (value) => (isTarget ? `${value + 1} · ${names[value]}` : words.results[value]);
  const [chosen = ""] = taken;
  return html`<${SelectField}
    label=${isTarget ? t("compose.whom") : t("act.result")}
    value=${chosen}
    choices=${[["", t("act.choose")], ...values.map((value) => [value, label(value)])]}
    onValue=${(value) => value !== "" && composer.choose(field, value)}
  />`;
}

/** The move in the making, and its confirmation. */
function Draft({ table, words, names, composer }) {
  const questions = options.asked(table.options, composer.draft);
  return html`<div class="draft">
    <h3>${nameOfMove(composer.draft.type, words)}</h3>
    ${questions.map(
      (question) => html`<${Question}
        key=${question.field}
        question=${question}
        table=${table}
        words=${words}
        names=${names}
        composer=${composer}
      />`,
    )}
    <${Confirm} words=${words} names=${names} composer=${composer} />
  </div>`;
}

/** A kind of move as a button; it asks for the rest if there is any. */
function Begin({ type, words, composer, icon, look = "", label = null }) {
  return html`<button
    type="button"
    class=${look}
    data-say=${type}
    onClick=${() => composer.begin(options.said({ type }), null)}
  >
    <${Icon} name=${icon} size=${18} /> ${label || nameOfMove(type, words)}
  </button>`;
}

const PICTURES = { assassinate: "blade", recruit: "handshake", check: "lens", forge: "forge", snipe: "scope" };

/** By night: one's powers, what one has submitted, and ready. */
function Night({ table, words, names, composer }) {
  const { t, list } = useSpeaker();
  const hides = useHides(table);
  const { view } = table;
  const powers = options.bare(table.options).filter((type) => PICTURES[type]);
  const plan = hasPlan(view) ? list(planned(view.plan, words, names)) : null;
  return html`<div>
    <p class="help">${t("act.same_form")}</p>
    ${hides
      ? html`<${Covered} />`
      : html`<div>
          <p class="answered">${plan ? t("act.plan", { plan }) : t("act.no_plan")}</p>
          <p class="help">${powers.length ? t("act.secret") : t("act.no_power")}</p>
          ${powers.length > 0 &&
          html`<div class="buttons">
            ${powers.map(
              (type) => html`<${Begin}
                key=${type}
                type=${type}
                words=${words}
                composer=${composer}
                icon=${PICTURES[type]}
                look="power"
              />`,
            )}
          </div>`}
        </div>`}
    <div class="buttons">
      <${Begin}
        type="nothing"
        words=${words}
        composer=${composer}
        icon="cross"
        label=${plan && !hides ? t("act.withdraw") : null}
      />
      <${Ready} view=${view} words=${words} composer=${composer} />
    </div>
  </div>`;
}

/** By day: one's ballot, and ready. */
function Day({ table, words, names, composer }) {
  const { t, list } = useSpeaker();
  const { view } = table;
  const own = ownBallot(view);
  const vote = own && (own.target === null ? { type: "abstain" } : { type: "vote", target: own.target });
  return html`<div>
    ${view.tied && html`<p>${t("act.tied", { names: list(view.tied.map((seat) => names[seat])) })}</p>`}
    <p class="answered">${vote ? t("act.ballot", { vote: say(vote, words, names) }) : t("act.no_ballot")}</p>
    <div class="buttons">
      <${Begin} type="vote" words=${words} composer=${composer} icon="ballot" look="power" />
      <${Begin} type="abstain" words=${words} composer=${composer} icon="minus" />
      <${Ready} view=${view} words=${words} composer=${composer} />
    </div>
    ${!vote && html`<p class="help">${t("act.ready_counts")}</p>`}
  </div>`;
}

/** Ready, or that one is. */
function Ready({ view, words, composer }) {
  const { t } = useSpeaker();
  if (view.ready) return html`<p class="is-ready"><${Icon} name="check" size=${18} /> ${t("act.is_ready")}</p>`;
  return html`<${Begin} type="ready" words=${words} composer=${composer} icon="check" look="ready" />`;
}

/** The form. It keeps the keyboard where it was after a move was sent. */
export function Act({ table, words, names, composer }) {
  const { t } = useSpeaker();
  const box = useRef(null);
  const drafting = Boolean(composer.draft);
  const drafted = useRef(false);
  useEffect(() => {
    const leave = (event) => event.key === "Escape" && composer.cancel();
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  });
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from the form.
    if (drafted.current !== drafting && document.activeElement === document.body) box.current.focus();
    drafted.current = drafting;
  }, [drafting]);
  const { view, you, channels } = table;
  const out = you !== null && !view.players[you].alive;
  const hasWords = out && channels.some(({ name, can_talk: can }) => name === "last_words" && can);
  const Form = view.phase === "night" ? Night : Day;
  return html`<section class=${drafting ? "panel act drafting" : "panel act"} aria-labelledby="act-title">
    <div class="act-body" tabindex="-1" ref=${box}>
      <h2 id="act-title"><${Icon} name=${view.phase} /> ${t(`act.${view.phase}`)}</h2>
      ${you === null && html`<p class="muted">${t("compose.onlooker")}</p>`}
      ${out && html`<p>${t("act.out")}</p>`}
      ${hasWords && html`<p class="answered">${t("act.last_words", { channel: words.channels.last_words.name })}</p>`}
      ${table.options.length > 0 &&
      (drafting
        ? html`<${Draft} table=${table} words=${words} names=${names} composer=${composer} />`
        : html`<${Form} table=${table} words=${words} names=${names} composer=${composer} />`)}
    </div>
  </section>`;
}
