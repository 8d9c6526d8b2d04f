// The affairs of a running table: what happened to it, breaks, players who go, and one's own leaving.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useAct } from "../act.js";
import { complaint } from "../api.js";
import { go } from "../routes.js";
import { useSpeaker, useStore } from "../store.js";
import { GameHooks } from "./hooks.js";
import { Standing } from "./standing.js";

const PEOPLE = ["account", "guest"];

/** What a notice says; `names` are those of the seats. */
export function notice(told, names, { t, list }) {
  const name = told.seat === undefined || told.seat === null ? "" : names[told.seat];
  const hours = Math.round(((told.seconds || 0) / 3600) * 10) / 10;
  const variant = { extended: told.by, left: told.how }[told.kind];
  const key = variant ? `notice.${told.kind}_${variant}` : `notice.${told.kind}`;
  return t(key, { name, hours, names: list((told.seats || []).map((seat) => names[seat] || seat + 1)) });
}

/** Everything that the table was told, the newest last. */
function Notices({ table, names }) {
  const speaker = useSpeaker();
  if (!table.notices.length) return null;
  return html`<ul class="notices">
    ${table.notices.map(
      (told) => html`<li key=${told.n}>
        <span class="muted">${speaker.time(told.at)}</span> ${notice(told, names, speaker)}
      </li>`,
    )}
  </ul>`;
}

/** How many have voted for something, of how many that it takes. */
function Votes({ table, of }) {
  const { t } = useSpeaker();
  const count = (of || []).length;
  if (!count) return null;
  return html` <span class="muted">${t("affairs.votes", { count, needed: table.breaks.needed })}</span>`;
}

/** A break that one may ask for; asked for again, one takes it back. */
function Break({ table, what, act, votes }) {
  const { t } = useSpeaker();
  const wants = (votes || []).includes(table.you);
  return html`<p>
    <button type="button" data-break=${what} onClick=${() => act(`/${what}`, { vote: !wants })}>
      ${wants ? t(`affairs.not_${what}`) : t(`affairs.${what}`)}
    </button>
    <${Votes} table=${table} of=${votes} />
  </p>`;
}

/** Pause, more time, or the end of a pause, where the table has them. */
function Breaks({ table, act }) {
  const { breaks, conduct, paused, deadline, you, creator } = table;
  const session = useStore((state) => state.session);
  const operates = you === null && session !== null && session.player.operator;
  const may = operates || (conduct.breaks === "vote" ? you !== null : conduct.breaks === "host" && creator);
  if (!may) return null;
  const all = { table, act };
  if (paused) return html`<${Break} ...${all} what="resume" votes=${breaks.votes.resume} />`;
  return html`<div>
    ${breaks.pause_seconds > 0 && html`<${Break} ...${all} what="pause" votes=${breaks.votes.pause} />`}
    ${deadline &&
    !breaks.extended &&
    breaks.extensions > 0 &&
    html`<${Break} ...${all} what="extend" votes=${breaks.votes.extend} />`}
    ${!operates && html`<${Kick} ...${all} />`}
  </div>`;
}

/** Choosing whom to send away. */
function Kick({ table, act }) {
  const { t } = useSpeaker();
  const [seat, choose] = useState("");
  const others = table.seats.filter(({ seat: at, kind }) => at !== table.you && PEOPLE.includes(kind));
  if (!others.length) return null;
  const votes = (table.breaks.votes.kick || {})[seat] || [];
  const wants = votes.includes(table.you);
  return html`<p class="row kick">
    <label class="sr" for="kick">${t("affairs.kick_whom")}</label>
    <select id="kick" value=${seat} onChange=${(event) => choose(event.target.value)}>
      <option value="">${t("affairs.kick_whom")}</option>
      ${others.map(({ seat: at, name }) => html`<option value=${at} selected=${String(at) === seat}>${name}</option>`)}
    </select>
    <button
      type="button"
      disabled=${seat === ""}
      onClick=${() => act("/kicks", { seat: Number(seat), vote: !wants }).then(() => choose(""))}
    >
      ${t("affairs.kick")}
    </button>
    <${Votes} table=${table} of=${votes} />
  </p>`;
}

/** Leaving for good, said twice. */
function Leaving({ table, act }) {
  const { t } = useSpeaker();
  const [sure, setSure] = useState(false);
  const leave = async () => (await act("/seats/me", undefined, "remove")) && go();
  if (!sure) {
    return html`<p>
      <button type="button" data-leave onClick=${() => setSure(true)}>${t("affairs.leave")}</button>
    </p>`;
  }
  return html`<div class="sure" role="group" aria-label=${t("affairs.leave")}>
    <p>${t(`affairs.leave_${table.conduct.absent}`)}</p>
    <div class="buttons">
      <button type="button" class="primary" data-leave-sure onClick=${leave}>${t("affairs.leave")}</button>
      <button type="button" onClick=${() => setSure(false)}>${t("common.cancel")}</button>
    </div>
  </div>`;
}

/** A bot plays for oneself, or a substitute is sought: one is back by a click. */
export function Back({ table, send }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { act, error } = useAct(send);
  const own = table.you === null ? null : table.seats[table.you];
  if (table.status !== "running" || !own || !(own.stand_in || own.offered)) return null;
  return html`<div class="banner back">
    ${own.stand_in ? t("affairs.stand_in") : t("affairs.offered")}
    <button type="button" data-back onClick=${() => act("/seats/me/return", {})}>${t("affairs.back")}</button>
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
  </div>`;
}

/** The panel of a table's affairs, and while it runs that of its webhooks. */
export function Affairs({ play, words, names }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table, send } = play;
  const { act, error } = useAct(send);
  const running = table.status === "running";
  const seated = table.you !== null;
  return html`<section class="panel affairs" aria-labelledby="affairs-title">
      <h2 id="affairs-title">${t("affairs.title")}</h2>
      <p class="muted">${t(`pace.${table.pace.name}`)}</p>
      <${Notices} table=${table} names=${names} />
      ${running && seated && html`<${Standing} table=${table} words=${words} names=${names} send=${send} />`}
      ${running && html`<${Breaks} table=${table} act=${act} />`}
      ${running && seated && html`<${Leaving} table=${table} act=${act} />`}
      ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    </section>
    ${running && html`<${GameHooks} table=${table} />`}`;
}
