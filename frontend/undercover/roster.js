// The players in seat order: a grid in which forty are still readable on a phone.

import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { Identity } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";
import { Sitting } from "../parts/seat.js";
import { useHides } from "./self.js";
import { PICTURES } from "./suspicions.js";

/** How and when a player got out, and what he was, as far as it is known. */
export function Fate({ player, words }) {
  const { t, number } = useSpeaker();
  const round = number(player.out_in);
  return player.cause
    ? t("roster.out", { cause: words.causes[player.cause], round })
    : t("roster.out_somehow", { round });
}

/** One's own mark on a player. */
export function Mark({ level }) {
  const { t } = useSpeaker();
  return html`<span class="mark-chip level-${level}">
    <${Icon} name=${PICTURES[level]} size=${13} /> ${t(`suspicion.${level}`)}
  </span>`;
}

/** For whom a player's open ballot is today, and how many ballots name him. */
function Votes({ view, seat, names }) {
  const { t } = useSpeaker();
  const ballot = view.ballots.find((each) => each.seat === seat);
  const named = view.ballots.filter(({ target }) => target === seat).length;
  if (!ballot && !named) return null;
  return html`<span class="tile-votes">
    ${ballot &&
    ballot.target !== null &&
    html`<span class="tile-vote">
      <${Icon} name="arrow" size=${13} /><span aria-hidden="true">${ballot.target + 1}</span>
      <span class="sr">${t("roster.votes_for", { name: names[ballot.target] })}</span>
    </span>`}
    ${ballot && ballot.target === null && html`<span class="tile-vote">${t("roster.abstains")}</span>`}
    ${named > 0 &&
    html`<span class="tile-named">
      <${Icon} name="ballot" size=${13} /><span aria-hidden="true">${named}</span>
      <span class="sr">${t("roster.named", { count: named })}</span>
    </span>`}
  </span>`;
}

/** A player's tile. It chooses him while something is composed, and shows what is known of him otherwise. */
function Tile({ player, table, words, names, level, state, onClick }) {
  const { t } = useSpeaker();
  const { view, you, seats } = table;
  const { seat, alive, identity } = player;
  const hides = useHides(table);
  const isPartner = view.partners !== null && view.partners.includes(seat);
  const isKnown = identity !== null && !(hides && (seat === you || isPartner) && alive);
  const look = ["tile", state, seat === you && "own", !alive && "out"].filter(Boolean).join(" ");
  const pressed = state === "chosen" || state === "lit" ? String(state === "chosen") : undefined;
  return html`<li class=${look} data-seat=${seat}>
    <p class="tile-head">
      <span class="seat-number" aria-hidden="true">${seat + 1}</span>
      <button
        type="button"
        class="tile-name"
        aria-pressed=${pressed}
        aria-disabled=${state === "dim" ? "true" : undefined}
        onClick=${onClick && (() => onClick(seat))}
      >
        <span class="sr">${t("seat.number", { number: seat + 1 })} </span>${names[seat]}
        ${seat === you && html`<span class="you"> ${t("seat.you")}</span>`}
      </button>
      ${seats[seat].kind === "bot" &&
      html`<span class="bot" title=${t("seat.bot")}>
        <${Icon} name="bot" size=${14} /><span class="sr">${t("seat.bot")}</span>
      </span>`}
      ${state === "chosen" && html`<span class="tick"><${Icon} name="check" size=${14} /></span>`}
    </p>
    ${!alive &&
    html`<p class="tile-fate"><${Icon} name="dead" size=${13} /> <${Fate} player=${player} words=${words} /></p>`}
    <p class="tile-facts">
      ${isKnown && html`<${Identity} identity=${identity} words=${words} />`}
      ${isPartner && !hides && html`<span class="partner">${t("roster.partner")}</span>`}
      ${level && !hides && html`<${Mark} level=${level} />`}
      <${Sitting} sitter=${seats[seat]} />
      ${view.phase === "day" && html`<${Votes} view=${view} seat=${seat} names=${names} />`}
    </p>
  </li>`;
}

/** The grid. `stateOf` says how a tile looks while a move is composed. */
export function Roster({ table, words, names, levels = {}, stateOf = () => "", onSeat }) {
  const { t } = useSpeaker();
  return html`<section class="roster" aria-labelledby="roster-title">
    <h2 id="roster-title" class="small-title">${t("roster.title")}</h2>
    <ol class="tiles">
      ${table.view.players.map(
        (player) => html`<${Tile}
          key=${player.seat}
          player=${player}
          table=${table}
          words=${words}
          names=${names}
          level=${levels[player.seat]}
          state=${stateOf(player.seat)}
          onClick=${onSeat}
        />`,
      )}
    </ol>
  </section>`;
}
