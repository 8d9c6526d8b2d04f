// What the whole page shares: who is here, the language, the state of the connection. And what a browser remembers.

import { useEffect, useState } from "./vendor/hooks.js";

/** A box for state: `set` merges a patch and tells all who listen. */
export function createStore(state) {
  const listeners = new Set();
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      [...listeners].forEach((tell) => tell(state));
    },
    listen(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
}

/** Storage that never throws: where the browser keeps nothing, the page remembers until it is closed. */
export function createMemory(storage, prefix = "fireline.") {
  const own = new Map();
  return {
    read(key, otherwise = null) {
      try {
        const text = storage.getItem(prefix + key);
        return text === null ? otherwise : JSON.parse(text);
      } catch {
        return own.has(key) ? own.get(key) : otherwise;
      }
    },
    write(key, value) {
      own.set(key, value);
      try {
        storage.setItem(prefix + key, JSON.stringify(value));
      } catch {
        // Private windows and full disks: `own` remembers for now.
      }
    },
    forget(key) {
      own.delete(key);
      try {
        storage.removeItem(prefix + key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

function browserStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export const memory = createMemory(browserStorage());

/**
 * `session`: {player, token} or null. `connection`: "fine" or "lost". `calls`: own games that wait for
 * oneself. `moved`: counts one's own moves. `covered`: whether one's identity is hidden from eyes beside the screen. */
export const store = createStore({
  session: memory.read("session"),
  lang: null,
  speaker: null,
  connection: "fine",
  calls: [],
  moved: 0,
  covered: memory.read("covered", false),
  notice: null,
});

/** Cover or show one's own identity, wherever it stands on the page. */
export function cover(covered) {
  memory.write("covered", covered);
  store.set({ covered });
}

/** Remember who is here; null forgets. */
export function enter(session) {
  if (session) memory.write("session", session);
  else memory.forget("session");
  store.set({ session, calls: [] });
}

/** A part of the shared state, kept up to date in a component. */
export function useStore(part) {
  const [, again] = useState(0);
  const value = part(store.get());
  useEffect(() => {
    let last = value;
    const look = (state) => {
      const next = part(state);
      if (next !== last) {
        last = next;
        again((count) => count + 1);
      }
    };
    look(store.get());
    return store.listen(look);
  }, []);
  return value;
}

/** The words of the language chosen: `t`, `list`, `number`, `time`. */
export const useSpeaker = () => useStore((state) => state.speaker);
