// How long until a moment: pure, and one clock for all that ticks on the page.

import { useEffect, useState } from "./vendor/hooks.js";

const SECOND = 1000;
const SOON = 120;

/** {key, …values} for the words of the time that is left at `now`; key "over" when none is. */
export function left(iso, now) {
  const seconds = Math.ceil((new Date(iso) - now) / SECOND);
  if (!(seconds > 0)) return { key: "over" };
  if (seconds <= SOON) return { key: "seconds", seconds };
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return { key: "minutes", minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return { key: "hours", hours, minutes: minutes % 60 };
  return { key: "days", days: Math.floor(hours / 24), hours: hours % 24 };
}

/** The time that is left, in words. */
export function countdown(iso, now, { t }) {
  const { key, ...values } = left(iso, now);
  return t(`left.${key}`, values);
}

const listeners = new Set();
let timer = null;

function tick() {
  const now = Date.now();
  for (const hear of listeners) hear(now);
}

/** The present moment, anew each second as long as `ticks`. */
export function useNow(ticks) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!ticks) return undefined;
    listeners.add(setNow);
    setNow(Date.now());
    timer = timer || setInterval(tick, SECOND);
    return () => {
      listeners.delete(setNow);
      if (listeners.size === 0) {
        clearInterval(timer);
        timer = null;
      }
    };
  }, [ticks]);
  return now;
}
