// A player as everybody may see him: of games that are over alone.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, query, server } from "../api.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { GameName } from "../parts/entry.js";
import { Fact } from "../parts/marks.js";
import { useGameWords } from "../words.js";

/** Games on a page of the list. */
const PAGE = 20;

/** The name of a side; where a game has none, an identity is one. */
export const sideName = (words, side) => (words.sides || words.identities)[side].name;

function Side({ ruleset, side }) {
  const words = useGameWords(ruleset);
  return words && sideName(words, side);
}

/** Games won, lost and drawn, by game and side; nothing if there are none. */
function Results({ title, results }) {
  const { t, number } = useSpeaker();
  if (!results.length) return null;
  return html`<table class="results">
    <caption>${title}</caption>
    <thead>
      <tr>
        <th scope="col">${t("player.side")}</th>
        ${["won", "lost", "draw"].map((each) => html`<th scope="col" key=${each}>${t(`result.${each}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${results.map(
        ({ ruleset, side, won, lost, draw }) => html`<tr key=${`${ruleset}/${side}`}>
          <th scope="row">
            <span class="muted small"><${GameName} ruleset=${ruleset} /></span> <${Side} ruleset=${ruleset} side=${side} />
          </th>
          ${[won, lost, draw].map((count) => html`<td>${number(count)}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Public games that are over, the latest first, a page at a time. */
function Played({ id }) {
  const speaker = useSpeaker();
  const { t, date } = speaker;
  const [games, setGames] = useState([]);
  const [next, setNext] = useState(undefined);
  const [error, setError] = useState(null);
  const load = () =>
    server.get(`/players/${id}/games${query({ limit: PAGE, cursor: next })}`).then((came) => {
      setGames([...games, ...came.games]);
      setNext(came.next);
    }, setError);
  useEffect(() => void load(), []);
  return html`<section class="card" aria-labelledby="played-title">
    <h2 id="played-title">${t("player.played")}</h2>
    <ul class="entries">
      ${games.map(
        (game) => html`<li class="entry" key=${`${game.id}/${game.seat}/${game.role}`}>
          <a href=${to("game", game.id)}>
            <span class="entry-title">${game.title || html`<${GameName} ruleset=${game.ruleset} />`}</span>
            <span class="entry-facts">
              ${game.title && html`<span class="entry-game"><${GameName} ruleset=${game.ruleset} /></span>`}
              <${Fact} icon="people">${t("create.players", { count: game.size })}<//>
              <${Fact}><${Side} ruleset=${game.ruleset} side=${game.side} /><//>
              <${Fact}>${t(`result.${game.result}`)}<//>
              ${game.role !== "player" && html`<${Fact}>${t(`player.role_${game.role}`)}<//>`}
              <${Fact}>${date(game.ended)}<//>
            </span>
          </a>
        </li>`,
      )}
    </ul>
    ${next === null && games.length === 0 && html`<p class="muted">${t("player.none_played")}</p>`}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    ${next && html`<button type="button" onClick=${load}>${t("lobby.more")}</button>`}
  </section>`;
}

/** How many of the turns that were asked for were taken in time. */
function Reliability({ asked, taken, percent }) {
  const { t, number } = useSpeaker();
  if (percent === null) return html`<p class="muted">${t("player.never_asked")}</p>`;
  return html`<p>
    <strong>${t("player.percent", { percent: number(percent) })}</strong>${" "}
    ${t("player.taken", { taken: number(taken), asked: number(asked) })}
  </p>`;
}

/** The page. */
export function PlayerPage({ id }) {
  const speaker = useSpeaker();
  const { t, date, number } = speaker;
  const [player, setPlayer] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => void server.get(`/players/${encodeURIComponent(id)}`).then(setPlayer, setError), [id]);
  if (error) {
    return html`<section class="card narrow">
      <h1>${t("player.title")}</h1>
      <p class="error" role="alert">${error.status === 404 ? t("player.not_there") : complaint(error, speaker)}</p>
      <p><a href=${to()}>${t("common.home")}</a></p>
    </section>`;
  }
  if (!player) return html`<p class="muted">${t("common.loading")}</p>`;
  const { results, with_bots: withBots, as_substitute: substitute } = player;
  return html`<div class="account player">
    <h1>${player.name}</h1>
    <p class="entry-facts">
      ${player.owner !== null && html`<${Fact} icon="bot">${t("player.bot_of", { name: player.owner })}<//>`}
      ${player.kind === "guest" && html`<${Fact}>${t("player.guest")}<//>`}
      <${Fact}>${t("player.since", { date: date(`${player.since}T12:00`) })}<//>
      <${Fact}>${t("player.games", { count: player.games })}<//>
      ${player.left > 0 && html`<${Fact}>${t("player.left", { count: player.left, number: number(player.left) })}<//>`}
    </p>
    <section class="card" aria-labelledby="reliability-title">
      <h2 id="reliability-title">${t("player.reliability")}</h2>
      <${Reliability} ...${player.reliability} />
    </section>
    <section class="card" aria-labelledby="results-title">
      <h2 id="results-title">${t("player.results")}</h2>
      <p class="help">${t("player.results_help")}</p>
      <${Results} title=${t("player.own")} results=${results} />
      <${Results} title=${t("player.with_bots")} results=${withBots} />
      <${Results} title=${t("player.as_substitute")} results=${substitute} />
      ${![results, withBots, substitute].some((each) => each.length) &&
      html`<p class="muted">${t("player.no_results")}</p>`}
    </section>
    <${Played} id=${player.id} />
  </div>`;
}
