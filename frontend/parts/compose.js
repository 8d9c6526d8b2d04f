// The bar at the bottom of the table: what one is asked, the move in the making in words, and its confirmation.

import { useEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import * as options from "../options.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { say } from "../story.js";
import { Chip, Identity } from "./cards.js";
import { Confirm } from "./confirm.js";
import { Icon } from "./icons.js";
import { Refusal } from "./rule.js";
import { Blood } from "./seat.js";

/** Whether there is room for a card's text without being asked for it. */
const wideScreen = () => window.matchMedia("(min-width: 800px)").matches;

/** Fields whose values are seats. */
const isSeat = (field) => /^targets?$/.test(field);

function label(field, value, words, names) {
  if (isSeat(field)) return names[value];
  if (field === "take") return words.takes[value];
  return words.cards[value] ? words.cards[value].name : String(value);
}

/** The question for one or more players. */
function whom(t, { least, most }) {
  if (most === 1) return t("compose.whom");
  return least < most ? t("compose.whom_some", { least, most }) : t("compose.whom_all", { most });
}

/** The answers to one question of the draft, as buttons. */
function Question({ question, table, words, names, composer }) {
  const { t } = useSpeaker();
  const { field, taken } = question;
  const lit = options.clickable(table.options, composer.draft, field);
  const values = isSeat(field)
    ? table.view.players.filter(({ alive }) => alive).map(({ seat }) => seat)
    : [...new Set([...lit, ...taken])];
  const settled = composer.move && [].concat(composer.move[field]);
  return html`<fieldset class="question">
    <legend>${isSeat(field) ? whom(t, question) : t("compose.what")}</legend>
    <div class="answers">
      ${values.map((value) => {
        const chosen = (settled || taken).includes(value);
        const can = chosen || lit.includes(value);
        return html`<button
          type="button"
          key=${value}
          class=${chosen ? "answer chosen" : can ? "answer lit" : "answer dim"}
          aria-pressed=${String(chosen)}
          aria-disabled=${can ? undefined : "true"}
          data-value=${value}
          onClick=${() => (isSeat(field) ? composer.clickSeat(value) : composer.choose(field, value))}
        >
          ${isSeat(field) && html`<span class="seat-number" aria-hidden="true">${value + 1}</span>`}
          ${label(field, value, words, names)}
        </button>`;
      })}
    </div>
  </fieldset>`;
}

/** What is known of a seat that was clicked outside a move. */
function SeatLook({ seat, table, words, names }) {
  const { t } = useSpeaker();
  const player = table.view.players[seat];
  const who = table.seats[seat].player;
  const markers = table.view.markers.filter((marker) => marker.on.includes(seat));
  return html`<div class="look">
    <p>
      <strong>${names[seat]}</strong> · ${t("seat.number", { number: seat + 1 })}
      ${who && html` · <a href=${to("player", who)}>${t("player.profile")}</a>`}
      ${player.identity && html` <${Identity} identity=${player.identity} words=${words} />`}
    </p>
    <p><${Blood} blood=${player.blood} cap=${player.cap} /> · ${t("seat.cards_in_hand", { count: player.hand })}</p>
    ${player.front.map((card) => html`<p><${Chip} card=${card} words=${words} /> ${words.cards[card].text}</p>`)}
    ${markers.map(
      (marker) => html`<p>
        <${Chip} card=${marker.card} words=${words} note=${t("seat.by", { name: names[marker.by] })} />
        ${words.cards[marker.card].text}
      </p>`,
    )}
    ${!player.front.length && !markers.length && html`<p class="muted">${t("seat.nothing")}</p>`}
  </div>`;
}

/** Why something isn't lit: the server's reason. */
function Why({ words, why, whose = null }) {
  return html`<p class="why">
    <${Icon} name="lock" size=${16} /> ${whose && html`<strong>${whose}</strong> `}
    <${Refusal} words=${words} code=${why.code} rule=${why.rule} />
  </p>`;
}

/** A card that isn't lit: what it does, and why not now. */
function CardLook({ look, table, words }) {
  const { t } = useSpeaker();
  const asked = table.options.length > 0;
  return html`<div class="look">
    <p><strong>${words.cards[look.card].name}</strong> ${words.cards[look.card].text}</p>
    ${look.why && html`<${Why} words=${words} why=${look.why} />`}
    ${!look.why && !look.front && html`<p class="why">${asked ? t("compose.not_now") : t("compose.not_asked")}</p>`}
  </div>`;
}

/** The question put to oneself when nothing is being composed yet. */
function Prompt({ table, words, names, composer }) {
  const { t, list } = useSpeaker();
  const { view, you } = table;
  if (you === null) return html`<p>${t("compose.onlooker")}</p>`;
  if (!view.players[you].alive) return html`<p>${t("compose.dead")}</p>`;
  if (!table.options.length) {
    return html`<p>${t("compose.waiting", { names: list(view.asked.map((seat) => names[seat])) })}</p>`;
  }
  if (view.phase === "discard") return html`<p>${t("compose.discard", { count: view.trim })}</p>`;
  if (view.phase === "rescue") {
    const kitless = options.reasonForCard(table.barred, "first_aid");
    return html`<div>
      <p>${t("compose.rescue", { names: list(view.dying.map((seat) => names[seat])) })}</p>
      ${view.answer
        ? html`<p class="answered">${t("compose.answered", { answer: say(view.answer, words, names) })}</p>`
        : html`<p class="muted small">${t("compose.sealed")}</p>`}
      ${kitless && html`<${Why} words=${words} why=${kitless} />`}
    </div>`;
  }
  return html`<p>${composer.look ? "" : t("compose.play")}</p>`;
}

/** The draft in words, what is still open, and the buttons. */
function Draft({ table, words, names, composer }) {
  const { t } = useSpeaker();
  const { draft, look } = composer;
  const asked = options.asked(table.options, draft);
  const questions = asked.filter(({ field }) => field !== "cards");
  const cards = asked.find(({ field }) => field === "cards");
  return html`<div class="draft">
    ${draft.card && !cards &&
    html`<details class="about" open=${wideScreen()} key=${draft.card}>
      <summary>${words.cards[draft.card].name}</summary>
      <p>${words.cards[draft.card].text}</p>
    </details>`}
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
    ${cards && html`<p>${t("compose.chosen", { count: cards.taken.length, most: cards.most })}</p>`}
    ${look && look.why && html`<${Why} words=${words} why=${look.why} whose=${names[look.seat]} />`}
    ${look && !look.why && html`<p class="why">${t("compose.no_target", { name: names[look.seat] })}</p>`}
    <${Confirm} words=${words} names=${names} composer=${composer} />
  </div>`;
}

/** The bar. It keeps the keyboard where it was after a move was sent. */
export function Compose({ table, words, names, composer }) {
  const { t } = useSpeaker();
  const bar = useRef(null);
  const { draft, look } = composer;
  const spoken = draft ? [] : options.spoken(table.options);
  useEffect(() => {
    const leave = (event) => event.key === "Escape" && composer.cancel();
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  });
  const drafting = Boolean(draft);
  const drafted = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from the bar.
    if (drafted.current && !drafting && document.activeElement === document.body) bar.current.focus();
    drafted.current = drafting;
  }, [drafting]);
  return html`<section class=${table.options.length ? "compose is-asked" : "compose"} aria-label=${t("compose.label")}>
    <div class="compose-body" tabindex="-1" ref=${bar}>
      <h2 class="compose-title">${words.phases[table.view.phase]}</h2>
      ${draft
        ? html`<${Draft} table=${table} words=${words} names=${names} composer=${composer} />`
        : html`<${Prompt} table=${table} words=${words} names=${names} composer=${composer} />`}
      ${!draft && look && look.card && html`<${CardLook} look=${look} table=${table} words=${words} />`}
      ${!draft &&
      look &&
      look.seat !== undefined &&
      html`<${SeatLook} seat=${look.seat} table=${table} words=${words} names=${names} />`}
      ${(spoken.length > 0 || (look && !draft)) &&
      html`<div class="buttons">
        ${spoken.map(
          (move) => html`<button
            type="button"
            class=${move.type === "rescue" ? "aid" : ""}
            data-say=${move.type}
            onClick=${() => composer.begin(options.said(move), null)}
          >
            ${say(move, words, names)}
          </button>`,
        )}
        ${look && html`<button type="button" class="plain" onClick=${composer.cancel}>${t("common.close")}</button>`}
      </div>`}
    </div>
  </section>`;
}
