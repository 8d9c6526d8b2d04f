// Until when something is open: the hour where the viewer is, and how long that is from now.

import { html } from "../vendor/html.js";
import { countdown, useNow } from "../countdown.js";
import { useSpeaker } from "../store.js";

/** The time that is left, ticking; read aloud only when it is looked for, never by itself. */
export function Countdown({ iso }) {
  const speaker = useSpeaker();
  const now = useNow(true);
  return html`<span class="countdown" aria-hidden="true">${countdown(iso, now, speaker)}</span>`;
}

/** Until when what is asked stays open, or a pause lasts; nothing if it waits as long as it takes. */
export function Deadline({ deadline, paused }) {
  const { t, time } = useSpeaker();
  if (paused) {
    return html` <span class="deadline">
      ${t("table.paused", { time: time(paused.until) })} <${Countdown} iso=${paused.until} />
    </span>`;
  }
  if (!deadline) return null;
  return html` <span class="deadline">
    ${t("table.deadline", { time: time(deadline) })} <${Countdown} iso=${deadline} />
  </span>`;
}
