// One's own marks and notes on players: kept in this browser for one seat of one game, and never sent anywhere.

import { useState } from "../vendor/hooks.js";
import { memory } from "../store.js";

/** How one may mark a player. */
export const LEVELS = ["trusted", "neutral", "suspicious", "enemy"];

/** The drawing of each mark. */
export const PICTURES = { trusted: "check", neutral: "unknown", suspicious: "eye", enemy: "alert" };

const EMPTY = { levels: {}, notes: {}, text: "" };

/** {levels, notes, text, mark(seat, level), write(seat, note), setText}: empty for one who has no seat. */
export function useSuspicions(id, you) {
  const key = `suspicions.${id}.${you}`;
  const [kept, setKept] = useState(() => ({ ...EMPTY, ...memory.read(key, {}) }));
  const keep = (patch) => {
    const next = { ...kept, ...patch };
    memory.write(key, next);
    setKept(next);
  };
  return {
    ...kept,
    mark: (seat, level) => keep({ levels: { ...kept.levels, [seat]: level || undefined } }),
    write: (seat, note) => keep({ notes: { ...kept.notes, [seat]: note || undefined } }),
    setText: (text) => keep({ text }),
  };
}
