// Before the deal: who is ready, when the game starts by itself, and until when it waits for players.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { Countdown } from "./deadline.js";
import { SelectField, TextField } from "./fields.js";

const LEVELS = ["sensible", "random"];

/** Whether all are ready for the deal, and the button to say so. */
export function ReadyCheck({ table, act }) {
  const { t, list } = useSpeaker();
  const { checking, you, seats } = table;
  if (!checking) return null;
  const missing = seats.filter(({ seat, kind }) => ["account", "guest"].includes(kind) && !checking.ready.includes(seat));
  const ready = checking.ready.includes(you);
  return html`<section class="card ready" aria-labelledby="ready-title">
    <h2 id="ready-title">${t("ready.title")}</h2>
    <p>${t("ready.missing", { names: list(missing.map(({ name }) => name)) })} <${Countdown} iso=${checking.until} /></p>
    ${you !== null &&
    html`<button
      type="button"
      class=${ready ? "" : "primary"}
      data-ready
      onClick=${() => act("/seats/me/ready", { ready: !ready }, "put")}
    >
      ${ready ? t("ready.take_back") : t("ready.say")}
    </button>`}
  </section>`;
}

/** When the game starts by itself, or is given up. */
export function Hours({ table }) {
  const { t, time } = useSpeaker();
  const { starts_at: startsAt, fill, expires } = table;
  return html`<p class="muted">
    ${startsAt
      ? html`${fill ? t("start.at_with_bots", { time: time(startsAt) }) : t("start.at", { time: time(startsAt) })} <${Countdown} iso=${startsAt} />`
      : expires && t("start.expires", { time: time(expires) })}
  </p>`;
}

/** The creator sets the hour, or takes it back. */
export function Schedule({ table, act }) {
  const { t } = useSpeaker();
  const [hour, setHour] = useState("");
  const [fill, setFill] = useState("");
  const set = (startsAt) => act("/schedule", { starts_at: startsAt, fill: startsAt ? fill || null : null }, "put");
  if (table.starts_at) {
    return html`<p>
      <button type="button" data-schedule="remove" onClick=${() => set(null)}>${t("start.remove")}</button>
    </p>`;
  }
  return html`<details class="schedule">
    <summary>${t("start.schedule")}</summary>
    <${TextField} label=${t("create.starts_at")} type="datetime-local" value=${hour} onValue=${setHour} />
    <${SelectField}
      label=${t("create.fill")}
      value=${fill}
      choices=${[["", t("create.no_bots")], ...LEVELS.map((level) => [level, t(`level.${level}`)])]}
      onValue=${setFill}
    />
    <button
      type="button"
      data-schedule="set"
      disabled=${!hour}
      onClick=${() => set(new Date(hour).toISOString())}
    >
      ${t("start.set")}
    </button>
  </details>`;
}
