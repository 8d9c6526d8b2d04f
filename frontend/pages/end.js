// The end of a game: who won, who was what, and what to do next.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { go, to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { cardNames } from "../story.js";
import { Identity } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";
import { Fact, Flag } from "../parts/marks.js";
import { Person } from "../parts/person.js";
import { Series } from "../parts/series.js";

/** Whether a player's side is among the winners; where there are no sides, his identity is one. */
export const isWinner = ({ winners }, { side, identity }) => winners.includes(side || identity);

/** Whether oneself has won; null for onlookers and in a draw. */
function hasWon({ view, you }) {
  if (you === null || !view.winners.length) return null;
  return isWinner(view, view.players[you]);
}

const outcomeOf = ({ view }, words) => words.outcomes[view.winners.length ? view.winners.join("+") : "draw"];

/** How the game ended, and what that means for oneself, in words. */
export function fateOf(table, words, t) {
  const won = hasWon(table);
  const fate = won === null ? "" : won ? t("end.you_won") : t("end.you_lost");
  return `${fate} ${outcomeOf(table, words)}`.trim();
}

/** The whole record as a file. */
async function download(id) {
  const file = await server.file(ofGame(id, "/export"));
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: `${id}.json` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Everybody's identity and last hand. */
function Revealed({ view, seats, names, words }) {
  const { t } = useSpeaker();
  return html`<table class="revealed">
    <caption class="sr">${t("end.revealed")}</caption>
    <thead>
      <tr>
        ${[t("end.player"), t("end.identity"), t("end.hand")].map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${view.players.map(
        ({ seat, identity, alive }) => html`<tr class=${isWinner(view, { identity }) ? "won" : ""} key=${seat}>
          <th scope="row">
            <${Person} player=${seats[seat].player} name=${names[seat]} /> ${!alive && html`<${Flag} kind="dead">${t("seat.dead")}<//>`}
          </th>
          <td>
            <${Identity} identity=${identity} words=${words} />
            ${isWinner(view, { identity }) && html` <${Fact}>${t("end.winner")}<//>`}
          </td>
          <td>${cardNames(view.hands[seat], words).join(words.lists.separator) || "–"}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What stands above the table when all is over; `children` in place of the hands, in a game without cards. */
export function End({ play, words, names, children = null }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { table } = play;
  const { view, you } = table;
  const [error, setError] = useState(null);
  const won = hasWon(table);
  const again = async () => {
    try {
      const { id } = await server.post(`/games/${table.id}/rematch`);
      go("game", id);
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<section class=${won === null ? "end" : won ? "end end-won" : "end end-lost"} aria-labelledby="end-title">
    <h2 id="end-title">
      ${won !== null && html`<span class="fate">${won ? t("end.you_won") : t("end.you_lost")}</span> `}
      ${outcomeOf(table, words)}
    </h2>
    ${children || html`<${Revealed} view=${view} seats=${table.seats} names=${names} words=${words} />`}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    <div class="buttons">
      ${table.rematch
        ? html`<a class="button primary" href=${to("game", table.rematch)}>${t("end.to_rematch")}</a>`
        : you !== null &&
          html`<button type="button" class="primary" onClick=${again}>
            <${Icon} name="again" /> ${t("end.rematch")}
          </button>`}
      <a class="button" href=${to("game", table.id, "replay")}><${Icon} name="turn" size=${16} /> ${t("end.replay")}</a>
      <button type="button" onClick=${() => download(table.id).catch(setError)}>
        <${Icon} name="download" /> ${t("end.export")}
      </button>
      <a class="button" href=${to()}>${t("shell.lobby")}</a>
    </div>
    <${Series} table=${table} words=${words} />
  </section>`;
}
