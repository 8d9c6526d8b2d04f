// The end of a game: who was what, and on demand all that was secret, night by night and ballot by ballot.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { useSpeaker } from "../store.js";
import { planned, tell } from "../story.js";
import { isWinner } from "../pages/end.js";
import { Identity } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";
import { Fact } from "../parts/marks.js";
import { Person } from "../parts/person.js";
import { Cast } from "./ballots.js";
import { Line } from "./notebook.js";
import { rounds, weights } from "./record.js";
import { Fate } from "./roster.js";

/** Everybody's identity, side and fate. */
export function Revealed({ view, seats, names, words }) {
  const { t } = useSpeaker();
  return html`<table class="revealed">
    <caption class="sr">${t("end.revealed_sides")}</caption>
    <thead>
      <tr>
        ${[t("end.player"), t("end.identity")].map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${view.players.map(
        (player) => html`<tr class=${isWinner(view, player) ? "won" : ""} key=${player.seat}>
          <th scope="row">
            <span class="seat-number" aria-hidden="true">${player.seat + 1}</span>${" "}
            <${Person} player=${seats[player.seat].player} name=${names[player.seat]} />
            <span class="revealed-fate">
              ${player.alive ? t("end.alive") : html`<${Fate} player=${player} words=${words} />`}
            </span>
          </th>
          <td>
            <${Identity} identity=${player.identity} words=${words} /> ${words.sides[player.side].name}
            ${isWinner(view, player) && html` <${Fact}>${t("end.winner")}<//>`}
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Who submitted what in a night, and what came of it. */
function Night({ now, words, names }) {
  const { t, list } = useSpeaker();
  const said = (event) => tell(event, words, names);
  const doing = (plan) => list(planned(plan, words, names)) || words.moves.nothing;
  return html`<div class="night">
    ${!now.plans.length && html`<p class="muted">${t("record.nobody")}</p>`}
    ${now.plans.map(
      ({ seat, plan, before }) => html`<p key=${seat} class="line-planned">
        <span class="seat-number" aria-hidden="true">${seat + 1}</span> ${said({ type: "planned", seat, plan })}
        ${before.length > 0 &&
        html`<span class="muted small"> ${t("record.before", { plans: before.map(doing).join(" → ") })}</span>`}
      </p>`,
    )}
    ${now.happened.map((event, place) => html`<p key=${place} class=${`line-${event.type}`}>${said(event)}</p>`)}
    ${now.bulletins.map(
      ({ seat, notes }) => html`<div class="bulletin" key=${seat}>
        <p><span class="seat-number" aria-hidden="true">${seat + 1}</span> <strong>${names[seat]}</strong></p>
        <div>
          ${notes.map(
            ({ note, forged }, place) => html`<${Line} key=${place} line=${note} words=${words} names=${names}>
              ${forged &&
              html`<strong class="forged"><${Icon} name="forge" size=${14} /> ${t("record.forged")}</strong>`}
            <//>`,
          )}
        </div>
      </div>`,
    )}
    ${now.dawned && html`<p class="line-dawned">${said(now.dawned)}</p>`}
  </div>`;
}

/** A vote with the weight of each ballot, and its verdict. */
function Vote({ vote, view, weight, words, names }) {
  const said = (event) => tell(event, words, names);
  const ballots = vote.ballots.map((ballot) => ({ ...ballot, weight: weight[ballot.seat] }));
  return html`<div class="vote">
    ${vote.tied && html`<p>${said({ type: "day_broke", tied: vote.tied })}</p>`}
    <${Cast} ballots=${ballots} names=${names} you=${view.you} />
    ${vote.judged && html`<p class="line-judged">${said(vote.judged)}</p>`}
  </div>`;
}

/** The whole game in its rounds. */
export function Timeline({ steps, view, words, names }) {
  const { t, number } = useSpeaker();
  const weight = weights(view);
  return html`<div class="timeline">
    <p class="help">${t("record.weights")}</p>
    ${rounds(steps).map(
      (now) => html`<section key=${now.round} aria-label=${t("story.round", { round: number(now.round) })}>
        <h3>${t("story.round", { round: number(now.round) })}</h3>
        <h4><${Icon} name="night" size=${16} /> ${words.phases.night}</h4>
        <${Night} now=${now} words=${words} names=${names} />
        ${now.votes.length > 0 && html`<h4><${Icon} name="day" size=${16} /> ${words.phases.day}</h4>`}
        ${now.votes.map(
          (vote, place) => html`<${Vote}
            key=${place}
            vote=${vote}
            view=${view}
            weight=${weight}
            words=${words}
            names=${names}
          />`,
        )}
        ${now.ended && html`<p class="line-ended">${tell(now.ended, words, names)}</p>`}
      </section>`,
    )}
  </div>`;
}

/** The record of a game, fetched on demand, for the whole of a long game is not small: {steps, error, load}. */
export function useRecord(id) {
  const [steps, setSteps] = useState(null);
  const [error, setError] = useState(null);
  const load = () => server.get(ofGame(id, "/export")).then((record) => setSteps(record.steps), setError);
  return { steps, error, load };
}

/** What really happened. */
export function Record({ record, table, words, names }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { steps, error, load } = record;
  return html`<section class="panel record" aria-labelledby="record-title">
    <h2 id="record-title"><${Icon} name="eye" /> ${t("record.title")}</h2>
    ${steps
      ? html`<${Timeline} steps=${steps} view=${table.view} words=${words} names=${names} />`
      : html`<p>${t("record.help")}</p>
          <div class="buttons"><button type="button" onClick=${load}>${t("record.show")}</button></div>`}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
  </section>`;
}
