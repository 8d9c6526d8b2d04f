// A card as it lies on the table: a face with its drawing in the colour of its family, or a small chip.

import { html } from "../vendor/html.js";
import { Icon } from "./icons.js";

/** The family of a card, for its colour only. */
export const FAMILY = {
  single_bullet: "bullet",
  double_bullet: "bullet",
  grenade: "skill",
  smoke: "skill",
  flash: "skill",
  disarm: "skill",
  search_warrant: "skill",
  first_aid: "aid",
  serum: "aid",
  supermarket: "place",
  restaurant: "place",
  control_room: "place",
  storeroom: "place",
  vest: "gear",
};

/** A card's face. `state`: "lit", "dim", "chosen" or nothing. */
export function Face({ card, words, state = "" }) {
  return html`<span class="face family-${FAMILY[card]} ${state}">
    <span class="face-art"><${Icon} name=${card} size=${34} /></span>
    <span class="face-name">${words.cards[card].name}</span>
  </span>`;
}

/** A card as a small chip; `quiet` hides the name from the eye on narrow screens. */
export function Chip({ card, words, note = null, quiet = false }) {
  return html`<span class="chip family-${FAMILY[card]}" title=${words.cards[card].name}>
    <${Icon} name=${card} size=${15} />
    <span class=${quiet ? "chip-name quiet" : "chip-name"}>${words.cards[card].name}</span>
    ${note && html`<span class="chip-note">${note}</span>`}
  </span>`;
}

/** An identity as a badge. */
export function Identity({ identity, words }) {
  return html`<span class="identity identity-${identity}">
    <${Icon} name=${identity} size=${15} /> ${words.identities[identity].name}
  </span>`;
}
