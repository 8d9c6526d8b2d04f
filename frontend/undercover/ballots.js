// Ballots at a glance: who voted for whom, today and on the days before.

import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { tell } from "../story.js";
import { Icon } from "../parts/icons.js";
import { hours, judgement, notVoted, tally } from "./facts.js";

/** Players in a row by number and name, with an hour if there is one; `you` stands out, and ballots that don't count. */
export function Names({ seats, names, you, weights = {}, at = {} }) {
  const { t, time } = useSpeaker();
  return html`<ul class="names">
    ${seats.map((seat) => {
      const idle = weights[seat] === 0;
      const look = ["name-chip", seat === you && "own", idle && "idle"].filter(Boolean).join(" ");
      return html`<li class=${look} key=${seat}>
        <span class="seat-number" aria-hidden="true">${seat + 1}</span> ${names[seat]}
        ${at[seat] && html`<time class="muted" datetime=${at[seat]}>${time(at[seat])}</time>`}
        ${idle && html`<span class="sr"> (${t("ballots.idle")})</span>`}
      </li>`;
    })}
  </ul>`;
}

/** A list of ballots by whom they name, with their hours; with weights, where known, how many of them counted. */
export function Cast({ ballots, names, you, at }) {
  const { t, number } = useSpeaker();
  const { named, abstained } = tally(ballots);
  const weights = Object.fromEntries(ballots.map(({ seat, weight }) => [seat, weight]));
  const sum = (by) => by.reduce((all, { weight }) => all + weight, 0);
  const isWeighed = ({ weight }) => weight !== null && weight !== undefined;
  return html`<ul class="cast">
    ${named.map(
      ({ seat, by }) => html`<li key=${seat} data-target=${seat}>
        <p class="cast-head">
          <span class="seat-number" aria-hidden="true">${seat + 1}</span>
          <strong>${names[seat]}</strong>
          <span class="cast-count">
            ${by.every(isWeighed)
              ? t("ballots.counted", { count: number(sum(by)), all: by.length })
              : t("ballots.count", { count: by.length })}
          </span>
        </p>
        <${Names} seats=${by.map((ballot) => ballot.seat)} names=${names} you=${you} weights=${weights} at=${at} />
      </li>`,
    )}
    ${abstained.length > 0 &&
    html`<li key="abstained" data-target="abstained">
      <p class="cast-head">${t("ballots.abstained")} <span class="cast-count">${abstained.length}</span></p>
      <${Names} seats=${abstained} names=${names} you=${you} weights=${weights} at=${at} />
    </li>`}
  </ul>`;
}

/** Today's ballots, as far as they are open. */
function Today({ table, names, events }) {
  const { t } = useSpeaker();
  const { view, you, rules } = table;
  if (rules.ballots !== "open") return html`<p class="muted">${t("ballots.secret")}</p>`;
  const silent = notVoted(view);
  return html`<div>
    <p class="help">${t("ballots.open")}</p>
    <${Cast} ballots=${view.ballots} names=${names} you=${you} at=${hours(events)} />
    ${silent.length > 0 &&
    html`<div class="cast not-voted">
      <p class="cast-head">${t("ballots.silent")} <span class="cast-count">${silent.length}</span></p>
      <${Names} seats=${silent} names=${names} you=${you} />
    </div>`}
  </div>`;
}

/** A verdict of an earlier day, in the words in which it was spoken; its ballots on demand. */
function Verdict({ verdict, view, words, names }) {
  const { t, number } = useSpeaker();
  const said = tell(judgement(verdict, view.players), words, names);
  return html`<details class="verdict">
    <summary><span><strong>${t("story.round", { round: number(verdict.round) })}</strong> ${said}</span></summary>
    ${verdict.ballots.length
      ? html`<${Cast} ballots=${verdict.ballots} names=${names} you=${view.you} />`
      : html`<p class="muted">${t("ballots.nobody")}</p>`}
  </details>`;
}

/** All votes of the game: today's first, then the verdicts, the newest first. */
export function Ballots({ table, words, names, events }) {
  const { t } = useSpeaker();
  const { view } = table;
  const isDay = view.phase === "day";
  if (!isDay && !view.verdicts.length) return null;
  return html`<section class="panel ballots" aria-labelledby="ballots-title">
    <h2 id="ballots-title"><${Icon} name="ballot" /> ${t("ballots.title")}</h2>
    ${isDay && html`<${Today} table=${table} names=${names} events=${events} />`}
    ${view.verdicts.length > 0 && html`<h3 class="small-title">${t("ballots.earlier")}</h3>`}
    ${[...view.verdicts]
      .reverse()
      .map(
        (verdict) => html`<${Verdict}
          key=${`${verdict.round}/${verdict.out}`}
          verdict=${verdict}
          view=${view}
          words=${words}
          names=${names}
        />`,
      )}
  </section>`;
}
