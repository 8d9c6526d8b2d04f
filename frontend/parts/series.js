// A game and its rematches: which of them this is, how each ended, and the score.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { ofGame, server } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { Person } from "./person.js";

/** How a game ended, or how far it is; `winners` are null as long as it goes on. */
export function endOf({ status, winners }, words, t) {
  if (winners === null) return t(`status.${status}`);
  return words.outcomes[winners.length ? winners.join("+") : "draw"];
}

/** The series that a game belongs to; nothing for a game by itself. */
export function Series({ table, words }) {
  const { t, number } = useSpeaker();
  const [series, setSeries] = useState(null);
  const { nth } = table.series;
  const alone = nth === 1 && !table.rematch;
  useEffect(() => {
    // It only stands beside the game: without it there is nothing to complain about.
    if (!alone) server.get(ofGame(table.id, "/series")).then(setSeries, () => {});
  }, [table.id, table.status, alone]);
  if (alone) return null;
  return html`<section class="card series" aria-labelledby="series-title">
    <h2 id="series-title">${t("series.nth", { nth: number(nth) })}</h2>
    ${series &&
    html`<ol class="series-games">
        ${series.games.map(
          (game) => html`<li key=${game.id} aria-current=${game.id === table.id ? "true" : undefined}>
            ${game.id === table.id
              ? html`<strong>${t("series.game", { nth: number(game.nth) })}</strong>`
              : html`<a href=${to("game", game.id)}>${t("series.game", { nth: number(game.nth) })}</a>`}
            ${" "}<span>${endOf(game, words, t)}</span>
          </li>`,
        )}
      </ol>
      ${series.score.length > 0 &&
      html`<table class="results">
        <caption>${t("series.score")}</caption>
        <thead>
          <tr>
            ${[t("end.player"), t("result.won"), t("series.played")].map((each) => html`<th scope="col">${each}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${series.score.map(
            ({ player, name, won, played }, place) => html`<tr key=${player || place}>
              <th scope="row"><${Person} player=${player} name=${name === null ? t("seat.deleted") : name} /></th>
              <td>${number(won)}</td>
              <td>${number(played)}</td>
            </tr>`,
          )}
        </tbody>
      </table>`}`}
  </section>`;
}
