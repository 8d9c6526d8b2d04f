// The table seen from above: the seats in turn order around deck, discard pile and turn.

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
    "--narrow-row": slim.row,
    "--narrow-column": `${slim.column} / span ${slim.span}`,
  };
}

/** What lies in the middle: the deck, the discards, the turn and its phase. */
function Middle({ view, words, place }) {
  const { t, number } = useSpeaker();
  const [open, setOpen] = useState(false);
  return html`<div class="middle" style=${place}>
    <p class="phase">
      ${view.turn > 0 && html`<span>${t("table.turn", { turn: number(view.turn), most: number(view.max_turns) })}</span>`}
      <strong>${words.phases[view.phase]}</strong>
    </p>
    <p class="piles">
      <span class="pile"><${Icon} name="deck" /> ${t("table.deck", { count: view.deck })}</span>
      <button type="button" class="pile plain" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>
        <${Icon} name="pile" /> ${t("table.discards", { count: view.discards.length })}
      </button>
    </p>
    ${open &&
    html`<p class="discards">
      ${view.discards.length ? cardNames(view.discards, words).join(words.lists.separator) : t("table.no_discards")}
    </p>`}
    <p class="direction"><${Icon} name="anticlockwise" size=${16} /> ${t("table.direction")}</p>
  </div>`;
}

/** The ring, with oneself (or seat 1, for onlookers) at the bottom. */
export function Ring({ view, seats, words, names, you, seatState = () => "", onSeat }) {
  const { t } = useSpeaker();
  const count = view.players.length;
  const broad = wide(count);
  const slim = narrow(count);
  const order = from(you === null ? 0 : you, count);
  const grid = { "--wide-columns": broad.columns, "--wide-rows": broad.rows, "--narrow-rows": slim.rows };
  const { row, column, span, rows } = broad.middle;
  return html`<div class="ring ring-${count}" style=${grid}>
    <${Middle}
      view=${view}
      words=${words}
      place=${{ "--wide-row": `${row} / span ${rows}`, "--wide-column": `${column} / span ${span}` }}
    />
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
  </div>`;
}
