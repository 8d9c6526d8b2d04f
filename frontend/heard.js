// What of a game's talk one has read already, by channel: kept by the browser, told to nobody.

import { useEffect, useRef, useState } from "./vendor/hooks.js";
import { memory } from "./store.js";

/** Games of which it is remembered. */
const REMEMBERED = 50;

function remember(id, read) {
  const others = Object.entries(memory.read("heard", {})).filter(([other]) => other !== id);
  memory.write("heard", Object.fromEntries([...others, [id, read]].slice(-REMEMBERED)));
}

/** What was said in each channel after that which was read: {channel: number}. */
export const newIn = (channels, read) =>
  Object.fromEntries(channels.map(({ name, last }) => [name, Math.max(0, last - (read[name] || 0))]));

/** How often one has come back to the page since it was opened. */
function useReturns() {
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    const turn = () => document.hidden || setReturns((count) => count + 1);
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, []);
  return returns;
}

/** Milliseconds after coming back in which what arrives had happened before. */
const ARRIVING = 4000;

/** A value as it was when one came back: what happens while one looks on is nothing that one has missed. */
export function useAsOfReturn(value, returns) {
  const kept = useRef({});
  if (kept.current.returns !== returns) kept.current = { returns, until: Date.now() + ARRIVING };
  if (Date.now() < kept.current.until) kept.current.value = value;
  return kept.current.value;
}

/**
 * {unread, since, hear, returns}: how many messages of each channel are not read yet, and how many came since one was
 * last here; `hear(channel, last)` says that all up to `last` has been seen. Who comes for the first time has missed
 * nothing.
 */
export function useHeard(id, channels) {
  const returns = useReturns();
  const [read, setRead] = useState(
    () => memory.read("heard", {})[id] || Object.fromEntries(channels.map(({ name, last }) => [name, last])),
  );
  const [before, setBefore] = useState(read);
  const now = useRef(read);
  now.current = read;
  useEffect(() => {
    remember(id, now.current);
    const turn = () => document.hidden || setBefore(now.current);
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, [id]);
  const hear = (channel, last) => {
    if (document.hidden || (now.current[channel] || 0) >= last) return;
    now.current = { ...now.current, [channel]: last };
    remember(id, now.current);
    setRead(now.current);
  };
  return { unread: newIn(channels, read), since: newIn(channels, before), hear, returns };
}
