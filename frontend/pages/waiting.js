// The waiting room: who sits where, the link for friends, bots, and the start.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useAct } from "../act.js";
import { complaint, invitationTo } from "../api.js";
import { go, to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { notice } from "../parts/affairs.js";
import { CopyField } from "../parts/copy.js";
import { gameTitle, nameOf } from "../parts/entry.js";
import { Hours, ReadyCheck, Schedule } from "../parts/gathering.js";
import { GameHooks } from "../parts/hooks.js";
import { Icon } from "../parts/icons.js";
import { Fact } from "../parts/marks.js";
import { Person } from "../parts/person.js";
import { Series } from "../parts/series.js";
import { Summary } from "../parts/summary.js";

const LEVELS = ["sensible", "random"];

/** The address to send to friends; the secret stands behind the #, where no server sees it. */
export function invitation({ id, code }, { origin, pathname } = window.location) {
  return origin + pathname + (code ? to("join", id, code) : to("join", id));
}

/** The seats in turn order; the creator may send bots away. */
function Seats({ table, act }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  return html`<ol class="places">
    ${table.seats.map((sitter) => {
      const { seat, kind, level } = sitter;
      const name = nameOf(sitter, speaker);
      return html`<li class=${name === null ? "place free" : "place"} key=${seat}>
        <span class="seat-number" aria-hidden="true">${seat + 1}</span>
        <span class="place-name">
          ${name === null ? t("waiting.free") : html`<${Person} player=${sitter.player} name=${name} />`}
          ${seat === table.you && html` <span class="you">${t("seat.you")}</span>`}
        </span>
        ${kind === "bot" &&
        html`<${Fact} icon="bot">${t("seat.bot")} · ${t(`level.${level}`)}<//>`}
        ${["account", "guest"].includes(kind) &&
        table.creator &&
        seat !== table.you &&
        html`<button
          type="button"
          class="plain"
          aria-label=${t("waiting.remove_bot", { name })}
          onClick=${() => act("/kicks", { seat })}
        >
          <${Icon} name="cross" size=${18} />
        </button>`}
        ${kind === "bot" &&
        table.creator &&
        html`<button
          type="button"
          class="plain"
          aria-label=${t("waiting.remove_bot", { name })}
          onClick=${() => act(`/bots/${seat}`, undefined, "remove")}
        >
          <${Icon} name="cross" size=${18} />
        </button>`}
      </li>`;
    })}
  </ol>`;
}

/** What the creator may do. */
function Bots({ free, act }) {
  const { t } = useSpeaker();
  const [level, setLevel] = useState("sensible");
  return html`<div class="bots">
    <label for="level">${t("create.level")}</label>
    <div class="row">
      <select id="level" value=${level} onChange=${(event) => setLevel(event.target.value)}>
        ${LEVELS.map((each) => html`<option value=${each} selected=${each === level}>${t(`level.${each}`)}</option>`)}
      </select>
      <button type="button" onClick=${() => act("/bots", { level, count: 1 })}>
        <${Icon} name="plus" /> ${t("waiting.add_bot")}
      </button>
      ${free > 1 &&
      html`<button type="button" onClick=${() => act("/bots", { level, count: free })}>
        <${Icon} name="bot" /> ${t("waiting.fill", { count: free })}
      </button>`}
    </div>
  </div>`;
}

/** The waiting room page. */
export function Waiting({ play, words }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table, send } = play;
  const { act, error } = useAct(send);
  const sit = () => {
    const code = invitationTo(table.id);
    return act("/seats", code ? { code } : {});
  };
  const leave = async () => (await act("/seats/me", undefined, "remove")) && go();
  const free = table.seats.filter((seat) => seat.name === null).length;
  const seated = table.you !== null;
  const names = table.seats.map((sitter) => nameOf(sitter, speaker));
  return html`<div class="waiting">
    <h1>${gameTitle(table, speaker)}</h1>
    <p><strong class="entry-game">${words.name}</strong> <span class="muted">${words.tagline}</span></p>
    <p class="lead" role="status">
      ${free ? t("waiting.missing", { count: free }) : t("waiting.full")}
    </p>
    <${Hours} table=${table} />
    <${ReadyCheck} table=${table} act=${act} />
    ${table.notices.length > 0 &&
    html`<p class="banner">${notice(table.notices[table.notices.length - 1], names, speaker)}</p>`}
    <${Series} table=${table} words=${words} />
    <div class="columns">
      <div>
      ${seated && html`<section class="card" aria-labelledby="invite-title">
        <h2 id="invite-title">${t("waiting.invite")}</h2>
        <${CopyField}
          id="link"
          label=${t("waiting.link")}
          value=${invitation(table)}
          help=${table.private ? t("waiting.link_private") : t("waiting.link_public")}
        />
      </section>`}
      <section class="card" aria-labelledby="places-title">
        <h2 id="places-title">${t("waiting.seats")}</h2>
        <p class="help">${t(`waiting.order_${table.ruleset}`)}</p>
        <${Seats} table=${table} act=${act} />
        ${table.creator && free > 0 && html`<${Bots} free=${free} act=${act} />`}
        ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
        <div class="buttons">
          ${!seated &&
          free > 0 &&
          html`<button type="button" class="primary" onClick=${sit}>${t("waiting.sit")}</button>`}
          ${table.creator &&
          free === 0 &&
          html`<button type="button" class="primary" onClick=${() => act("/start", {})}>${t("waiting.start")}</button>`}
          ${seated && html`<button type="button" onClick=${leave}>${t("waiting.leave")}</button>`}
        </div>
        ${table.creator && html`<${Schedule} table=${table} act=${act} />`}
      </section>
      <${GameHooks} table=${table} />
      </div>
      <div>
        <section class="card" aria-labelledby="summary-title">
          <h2 id="summary-title">${t("waiting.rules")}</h2>
          <${Summary} summary=${table.summary} words=${words} />
          <p><a href=${to("rules", table.ruleset)}>${t("door.rules")}</a></p>
        </section>
      </div>
    </div>
  </div>`;
}
