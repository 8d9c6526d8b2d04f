// One game as its viewer sees it, kept fresh: the poll, what has happened so far, and moves on their way.

import { useEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import { keepInvitation, ofGame, server } from "./api.js";
import { Unreachable, createPoller, freshKey } from "./server.js";
import { store } from "./store.js";
import { merged } from "./story.js";

/** Ask at once when somebody looks again or the network is back; returns how to stop listening. */
function wakeWith(poller) {
  const look = () => document.hidden || poller.wake();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", poller.wake);
  window.addEventListener("focus", look);
  window.addEventListener("fireline:wake", poller.wake);
  return () => {
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", poller.wake);
    window.removeEventListener("focus", look);
    window.removeEventListener("fireline:wake", poller.wake);
  };
}

/** Let every poll of the page ask at once. */
export const wakeAll = () => window.dispatchEvent(new Event("fireline:wake"));

/** A poll that lives as long as a component: `load` returns the seconds to rest. */
export function usePoll(load, again = []) {
  useEffect(() => {
    const poller = createPoller({ load, hidden: () => document.hidden, timers: window });
    const unhear = wakeWith(poller);
    poller.start();
    return () => {
      unhear();
      poller.stop();
    };
  }, again);
}

/**
 * {table, events, error, send, take, earlier}: the newest table, the events known so far, the error that hides the
 * game if any; `send(path, body)` changes something and takes the answer as the newest table at once.
 */
export function useTable(id) {
  const [table, setTable] = useState(null);
  const [events, setEvents] = useState([]);
  const [error, setError] = useState(null);
  const memo = useRef({});
  const now = memo.current;

  const take = (came) => {
    // The end opens what was hidden: the whole story is told anew.
    const opened = came.status === "ended" && now.status !== "ended" && now.status !== undefined;
    if (came.you !== null) keepInvitation(id, null);
    now.status = came.status;
    now.last = came.last_event;
    now.etag = null;
    now.turn = (now.turn || 0) + 1;
    now.events = merged(now.events || [], came.events);
    setEvents(now.events);
    setTable(came);
    setError(null);
    if (opened) earlier();
    else if (came.next) tell(came.next);
  };

  // The events that follow one of them, page by page.
  const tell = async (after) => {
    try {
      for (let next = after; next !== null; ) {
        const { body } = await server.look(ofGame(id, "", { after: next }), null);
        now.events = merged(now.events, body.events);
        setEvents(now.events);
        next = body.next;
      }
    } catch {
      // The button is still there.
    }
  };

  const earlier = () => tell(0);

  usePoll(async () => {
    const turn = now.turn;
    try {
      const { fresh, body, etag } = await server.look(ofGame(id, "", { after: now.last }), now.etag);
      // A move's answer that came meanwhile is newer than this one.
      if (turn !== now.turn) return 1;
      if (fresh) {
        take(body);
        now.hint = body.poll_after;
      }
      now.etag = etag;
      return now.hint;
    } catch (problem) {
      if (problem.status && problem.status < 500) setError(problem);
      throw problem;
    }
  }, [id]);

  const send = async (step, body, method = "post") => {
    // The same act tried again after silence keeps its key, and so has one effect.
    const act = JSON.stringify([step, body, now.last]);
    if (!now.act || now.act.of !== act) now.act = { of: act, key: freshKey() };
    try {
      const way = `/games/${id}${step}`;
      const answer = method === "remove" ? await server.remove(way) : await server[method](way, body, now.act.key);
      now.act = null;
      if (answer && answer.events) take(answer);
      else wakeAll();
      store.set({ moved: store.get().moved + 1 });
      return answer;
    } catch (problem) {
      if (!(problem instanceof Unreachable)) {
        now.act = null;
        now.etag = null;
        wakeAll();
      }
      throw problem;
    }
  };

  return useMemo(
    () => ({ table, events, error, send, take, earlier, last: () => now.last }),
    [table, events, error],
  );
}
