// What has happened, in words, turn by turn, with a mark where one left off.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { memory, useSpeaker } from "../store.js";
import { chapters } from "../story.js";
import { Icon } from "./icons.js";

/** Games whose place in the story is remembered. */
const REMEMBERED = 50;

function remember(id, n) {
  const seen = Object.entries(memory.read("seen", {})).filter(([other]) => other !== id);
  memory.write("seen", Object.fromEntries([...seen, [id, n]].slice(-REMEMBERED)));
}

/** The number of the last event that was seen before one left; it moves each time one comes back. */
export function useSeen(id, last) {
  const [seen, setSeen] = useState(() => memory.read("seen", {})[id] || Infinity);
  const newest = useRef(last);
  newest.current = last;
  useEffect(() => {
    const turn = () => {
      if (document.hidden) remember(id, newest.current);
      else setSeen(memory.read("seen", {})[id] || Infinity);
    };
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      remember(id, newest.current);
    };
  }, [id]);
  return seen;
}

/** Keeps a box scrolled to its newest line, unless somebody scrolled up to read. */
export function useNewest(count) {
  const box = useRef(null);
  const follows = useRef(true);
  const follow = () => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useEffect(follow, [count]);
  useEffect(() => {
    window.addEventListener("resize", follow);
    return () => window.removeEventListener("resize", follow);
  }, []);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    follows.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  return { ref: box, onScroll };
}

/** Lines of the story that are shown where the eyes are. */
const LATEST = 3;

const toStory = () => document.getElementById("story-title").scrollIntoView();

/** The last few lines: what happened while one waited. They step `aside` for a move in the making. */
export function Latest({ events, words, names, aside }) {
  const { t } = useSpeaker();
  const lines = chapters(events.slice(-12), words, names).flatMap(({ lines }) => lines);
  const told = lines.filter(({ type }) => !["turn_began", "play_began", "drew", "discard_began"].includes(type));
  return html`<div class=${aside ? "latest aside" : "latest"}>
    ${told.slice(-LATEST).map((line) => html`<p class="line line-${line.type}" key=${line.n}>${line.text}</p>`)}
    <button type="button" class="plain to-story" onClick=${toStory}>
      ${t("story.all")}
    </button>
  </div>`;
}

/** The number of the newest event. */
export const lastOf = (events) => (events.length ? events[events.length - 1].n : 0);

/** The story of a game; what came after event number `seen` is new. */
export function Story({ events, words, names, earlier, seen }) {
  const { t, number } = useSpeaker();
  const last = lastOf(events);
  const newest = useNewest(`${events.length}/${last}`);
  const turns = chapters(events, words, names, seen);
  const fresh = turns.flatMap(({ lines }) => lines).find((line) => line.fresh);
  return html`<section class="panel story" aria-labelledby="story-title">
    <h2 id="story-title"><${Icon} name="story" /> ${t("story.title")}</h2>
    <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${t("story.title")} ...${newest}>
      ${events.length > 0 &&
      events[0].n > 1 &&
      html`<button type="button" class="plain to-story" onClick=${earlier}>${t("story.earlier")}</button>`}
      ${!events.length && html`<p class="muted">${t("story.nothing")}</p>`}
      ${turns.map(
        (turn) => html`<div class="chapter" key=${turn.turn || turn.round}>
          ${turn.turn !== null &&
          html`<h3>${t("story.turn", { turn: number(turn.turn), name: names[turn.seat] })}</h3>`}
          ${turn.round !== null && html`<h3>${t("story.round", { round: number(turn.round) })}</h3>`}
          ${turn.lines
            .filter(({ type }) => type !== "turn_began")
            .map((line) => [
              fresh && line.n === fresh.n && html`<p class="since" key="since">${t("story.since")}</p>`,
              html`<p class="line line-${line.type}" key=${line.n}>${line.text}</p>`,
            ])}
        </div>`,
      )}
    </div>
  </section>`;
}
