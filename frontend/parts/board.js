// The table seen from above: the seats in turn order, and in their middle what is going on.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { from, narrow, wide } from "../around.js";
import { useSpeaker } from "../store.js";
import { cardNames } from "../story.js";
import { Icon } from "./icons.js";
import { Seat } from "./seat.js";

/** The cell of a seat in both arrangements, as variables that the style sheet reads. */
function cell(broad, slim) {
  return {
    "--wide-row": broad.row,
    "--wide-column": `${broad.column} / span ${broad.span}`,
    "--wide-align": broad.row === 1 ? "stretch" : "center",
    "--narrow-row": slim.row,
    "--narrow-column": `${slim.column} / span ${slim.span}`,
  };
}

/** The public facts of the table: the turn and its phase, the deck, the discards, the way round. */
export function Facts({ view, words }) {
  const { t, number } = useSpeaker();
  const [open, setOpen] = useState(false);
  return html`<div class="facts">
    <p class="phase">
      <strong>${words.phases[view.phase]}</strong>
      <span>${t("table.turn", { turn: number(view.turn), most: number(view.max_turns) })}</span>
    </p>
    <p class="piles">
      <span class="pile"><${Icon} name="deck" size=${18} /> ${t("table.deck", { count: view.deck })}</span>
      <button type="button" class="pile plain" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>
        <${Icon} name="pile" size=${18} /> ${t("table.discards", { count: view.discards.length })}
      </button>
      <span class="pile direction"><${Icon} name="anticlockwise" size=${16} /> ${t("table.direction")}</span>
    </p>
    ${open &&
    html`<p class="discards">
      ${view.discards.length ? cardNames(view.discards, words).join(words.lists.separator) : t("table.no_discards")}
    </p>`}
  </div>`;
}

/**
 * The board, with oneself (or seat 1, for onlookers) at the bottom. `own` lies below the ring; `children` lie in
 * its middle where the screen is wide, and below it elsewhere, or above it if they come `first`. `asked`: whether
 * they ask something of oneself.
 */
export function Board({ view, seats, words, names, you, seatState = () => "", onSeat, children, ...where }) {
  const { t } = useSpeaker();
  const { own = null, asked = false, first = false } = where;
  const count = view.players.length;
  const broad = wide(count);
  const slim = narrow(count);
  const order = from(you === null ? 0 : you, count);
  const { row, column, span, rows } = broad.middle;
  const places = {
    "--tops": broad.columns - 2,
    "--rows": broad.rows,
    "--middle-row": `${row} / span ${rows}`,
    "--middle-column": `${column} / span ${span}`,
  };
  const middle = html`<div class=${asked ? "middle is-asked" : "middle"} key="middle">${children}</div>`;
  return html`<div class="board" style=${places}>
    ${first && middle}
    <ol class="seats" aria-label=${t("table.seats")}>
      ${order.map(
        (seat, step) => html`<${Seat}
          key=${seat}
          player=${view.players[seat]}
          sitter=${seats[seat]}
          words=${words}
          view=${view}
          names=${names}
          you=${you}
          state=${seatState(seat)}
          onClick=${onSeat}
          place=${cell(broad.cells[step], slim.cells[step])}
        />`,
      )}
    </ol>
    ${own}
    ${!first && middle}
  </div>`;
}
