// An ended game step by step, as everyone sees it now or as one seat saw it then.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { knownHands, shownView } from "../replay.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { cardNames, say, tell } from "../story.js";
import { useGameWords } from "../words.js";
import { Board, Facts } from "../parts/board.js";
import { gameTitle, nameOf } from "../parts/entry.js";
import { Icon } from "../parts/icons.js";
import { Ballots } from "../undercover/ballots.js";
import { Roster } from "../undercover/roster.js";
import { Facts as RoundFacts } from "../undercover/table.js";

/** The step of a replay that is shown; steps once seen are kept. */
function useStep(id, eyes, step) {
  const [shown, setShown] = useState(null);
  const [error, setError] = useState(null);
  const kept = useRef(new Map());
  useEffect(() => {
    let wanted = true;
    const key = `${eyes}/${step}`;
    const show = (came) => {
      kept.current.set(key, came);
      if (wanted) setShown(came);
    };
    if (kept.current.has(key)) show(kept.current.get(key));
    else server.get(ofGame(id, "/replay", { seat: eyes, step })).then(show, setError);
    return () => {
      wanted = false;
    };
  }, [id, eyes, step]);
  return { shown, error };
}

/** The buttons that go through the steps. */
function Steps({ step, steps, setStep }) {
  const { t, number } = useSpeaker();
  const button = (name, label, target) => html`<button
    type="button"
    aria-label=${label}
    aria-disabled=${target === step ? "true" : undefined}
    onClick=${() => setStep(target)}
  >
    <${Icon} name=${name} />
  </button>`;
  return html`<div class="steps">
    ${button("first", t("replay.first"), 0)} ${button("back", t("replay.back"), Math.max(0, step - 1))}
    <label class="slider">
      <span>${t("replay.step", { step: number(step), steps: number(steps - 1) })}</span>
      <input
        type="range"
        min="0"
        max=${steps - 1}
        value=${step}
        onInput=${(event) => setStep(Number(event.target.value))}
      />
    </label>
    ${button("forward", t("replay.forward"), Math.min(steps - 1, step + 1))}
    ${button("last", t("replay.last"), steps - 1)}
  </div>`;
}

/** The move and what came of it. */
function Told({ moment, words, names }) {
  const { t } = useSpeaker();
  const { seat, move, events } = moment;
  return html`<section class="told" aria-label=${t("story.title")} aria-live="polite">
    ${move && html`<h2>${t("replay.said", { name: names[seat], move: say(move, words, names) })}</h2>`}
    ${events.map(
      (event, place) => html`<p class="line line-${event.type}" key=${place}>${tell(event, words, names)}</p>`,
    )}
  </section>`;
}

/** Hands as the eyes chosen know them. */
function Hands({ view, words, names }) {
  const { t } = useSpeaker();
  const hands = knownHands(view);
  if (!hands.length) return null;
  return html`<section class="panel" aria-label=${t("replay.hands")}>
    <h2>${t("replay.hands")}</h2>
    <dl class="summary">
      ${hands.map(
        ([seat, cards]) => html`<div key=${seat}>
          <dt>${names[seat]}</dt>
          <dd>${cards.length ? cardNames(cards, words).join(words.lists.separator) : words.lists.nothing}</dd>
        </div>`,
      )}
    </dl>
  </section>`;
}

/** A moment of a game with cards: the ring, and the hands beside it. */
function Ring({ table, words, names, moment }) {
  const { view, you } = table;
  return html`<div class="replay-body">
    <div class="play">
      <div class="top"><${Facts} view=${view} words=${words} /></div>
      <${Board} view=${view} seats=${table.seats} words=${words} names=${names} you=${you}>
        <${Told} moment=${moment} words=${words} names=${names} />
      <//>
    </div>
    <${Hands} view=${view} words=${words} names=${names} />
  </div>`;
}

/** A moment of a game of nights and days: the players, and the ballots. */
function Rounds({ table, words, names, moment }) {
  return html`<div class="replay-body">
    <div class="play">
      <div class="top"><${RoundFacts} view=${table.view} words=${words} /></div>
      <div class="panel"><${Told} moment=${moment} words=${words} names=${names} /></div>
      <${Roster} table=${table} words=${words} names=${names} />
    </div>
    <${Ballots} table=${table} words=${words} names=${names} />
  </div>`;
}

const STAGES = { fireline: Ring, undercover: Rounds };

/** The replay page. */
export function Replay({ id }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [table, setTable] = useState(null);
  const [failed, setFailed] = useState(null);
  const [eyes, setEyes] = useState("everyone");
  const [step, setStep] = useState(0);
  const words = useGameWords(table && table.ruleset);
  const { shown, error } = useStep(id, eyes, step);
  useEffect(() => {
    server.get(ofGame(id)).then(setTable, setFailed);
  }, [id]);
  const problem = failed || error;
  if (problem) return html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`;
  if (!table || !words || !shown) return html`<p class="muted">${t("common.loading")}</p>`;
  const names = table.seats.map((seat) => nameOf(seat, speaker));
  const you = eyes === "everyone" ? table.you : Number(eyes);
  const Stage = STAGES[table.ruleset];
  return html`<div class="replay">
    <h1>${t("replay.title", { game: gameTitle(table, speaker) })}</h1>
    <div class="replay-head">
      <label>
        ${t("replay.eyes")}
        <select value=${eyes} onChange=${(event) => setEyes(event.target.value)}>
          <option value="everyone" selected=${eyes === "everyone"}>${t("replay.everyone")}</option>
          ${names.map(
            (name, seat) => html`<option value=${seat} selected=${eyes === String(seat)}>${seat + 1} ${name}</option>`,
          )}
        </select>
      </label>
      <${Steps} step=${step} steps=${shown.steps} setStep=${setStep} />
    </div>
    <${Stage} table=${{ ...table, view: shownView(shown), you }} words=${words} names=${names} moment=${shown} />
    <p><a href=${to("game", id)}>${t("replay.to_table")}</a></p>
  </div>`;
}
