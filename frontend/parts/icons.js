// Every drawing of the page: strokes on a grid of 24, in the colour of the text around them.

import { html } from "../vendor/html.js";

const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const PERSON = [circle(12, 7.5, 3.7), "M4.5 21c0-4.3 3-7 7.5-7s7.5 2.7 7.5 7"];

const DRAWINGS = {
  // Cards
  single_bullet: ["M8.5 20.5h7V11c0-3.4-1.6-6.2-3.5-8-1.9 1.8-3.5 4.6-3.5 8z", "M8.5 16.5h7"],
  double_bullet: [
    "M4 20.5h6V12c0-2.9-1.4-5.4-3-7-1.6 1.6-3 4.1-3 7z",
    "M14 20.5h6V12c0-2.9-1.4-5.4-3-7-1.6 1.6-3 4.1-3 7z",
    "M4 17h6M14 17h6",
  ],
  grenade: [circle(11, 15, 6), "M9 9V6h4v3", "M13 6h3l3.5 5", circle(18.6, 5.6, 1.9), "M7.5 13h7M7.5 17h7"],
  smoke: ["M7 18.5h10.2a3.8 3.8 0 0 0 .6-7.5 5.6 5.6 0 0 0-10.9-.6A4.1 4.1 0 0 0 7 18.5z", "M9 15h3M14.5 13.5h2"],
  flash: [
    "M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4M5.3 5.3l2.8 2.8M15.9 15.9l2.8 2.8M18.7 5.3l-2.8 2.8M8.1 15.9l-2.8 2.8",
    circle(12, 12, 2.6),
  ],
  disarm: ["M4 4.5h10v15H4z", "M9.5 12H21", "M17.5 8.5 21 12l-3.5 3.5"],
  first_aid: ["M3.5 8h17v11.5h-17z", "M9 8V5h6v3", "M12 10.8v6M9 13.8h6"],
  supermarket: ["M3 4.5h2.5L8 15.5h9.5L20 7.5H6.2", circle(9.3, 19, 1.2), circle(16.5, 19, 1.2)],
  restaurant: ["M7.5 3v18M5 3v5.5c0 1.6 1 2.5 2.5 2.5S10 10.1 10 8.5V3", "M17 21V3c-2.4 1.5-3.5 4.5-3.5 9.5H17"],
  control_room: ["M3 4.5h18v11.5H3z", "M9 20h6M12 16v4", "M6.5 12l3-3 2.5 2 4.5-4"],
  storeroom: ["M3.5 8 12 3.5 20.5 8v8.5L12 21l-8.5-4.5z", "M3.5 8l8.5 4.5L20.5 8M12 12.5V21"],
  vest: ["M8 3.5v3c0 2-1.5 3-3 3.5v10.5h14V10c-1.5-.5-3-1.5-3-3.5v-3", "M8 3.5c.5 3 7.5 3 8 0", "M12 9v11.5"],
  search_warrant: ["M5 3h11v7", "M5 3v18h6", "M8 7h5M8 10.5h3", circle(15.5, 15.5, 3.5), "M18.2 18.2 21 21"],
  serum: ["M9 3h6M10 3v4.5L6 18a2.2 2.2 0 0 0 2 3h8a2.2 2.2 0 0 0 2-3L14 7.5V3", "M7.6 14h8.8"],
  // Identities
  swat: ["M12 2.5 4.5 5.5v6c0 4.6 3.1 8 7.5 10 4.4-2 7.5-5.4 7.5-10v-6z", "M8.5 11.8l2.5 2.5 4.5-5"],
  citizen: PERSON,
  kidnapper: [
    "M12 2.5C7.5 2.5 5 6 5 11v10.5h14V11c0-5-2.5-8.5-7-8.5z",
    "M8 10.5h8a1.5 1.5 0 0 1 0 3H8a1.5 1.5 0 0 1 0-3z",
    "M9.5 18h5",
  ],
  unknown: [circle(12, 12, 9), "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7", "M12 16.8v.1"],
  agent: ["M3 10.5h18", "M6.5 10.5 8 4.5h8l1.5 6", circle(7.8, 15.5, 2.8), circle(16.2, 15.5, 2.8), "M10.6 15h2.8"],
  gangster: ["M6 3h6l4 5v9l-4 4H8l-4-4V8z", "M4.8 9.5h9.8M7.5 13.5h1.8M12 13.5h1.8M8.5 17h4", "M17.5 5.5 21 21"],
  informant: ["M8.5 19.5c-1.6 2-5 .9-5-2.2V10a7.5 7.5 0 0 1 15 0c0 4.5-4.5 4.5-4.5 8 0 2.7-3.4 3.6-5 1.5", "M7.5 10a3.5 3.5 0 0 1 7 0c0 1.7-1.5 2-1.5 3.5"],
  civilian: PERSON,
  underground: ["M12 3l2.6 5.6 6 .7-4.5 4.1 1.3 6L12 16.3l-5.4 3.1 1.3-6-4.5-4.1 6-.7z"],
  // The table
  blood: ["M12 3c3.5 4.2 6 7.3 6 10.7a6 6 0 0 1-12 0C6 10.3 8.5 7.2 12 3z"],
  cards: ["M4 7.5 12.5 5l3.8 13L7.8 20.5z", "M14.5 5.5 20 7l-3 11"],
  deck: ["M5 8h11v13H5z", "M8 8V5.5h11V18h-3", "M11 5.5V3h11"],
  pile: ["M4 9l9-3 4 11-9 3z", "M14 6l6 .5-1 11"],
  bot: ["M5 9h14v10H5z", "M12 9V5.5", circle(12, 4.3, 1.2), "M9 13v1.5M15 13v1.5M2.5 12.5v3M21.5 12.5v3"],
  turn: ["M8 4.5 19 12 8 19.5z"],
  anticlockwise: ["M4.5 9.5A8 8 0 1 1 4 13", "M4 4.5v5h5"],
  clock: [circle(12, 12, 9), "M12 7v5.5l3.5 2"],
  dead: ["M5 11a7 7 0 0 1 14 0c0 2.5-1 4-2.5 5v4h-9v-4C6 15 5 13.5 5 11z", "M9.3 11.5v.1M14.7 11.5v.1M11 20v-2.5M13 20v-2.5"],
  // Nights and days
  night: ["M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z"],
  day: [circle(12, 12, 4.2), "M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1"],
  ballot: ["M4 11v9.5h16V11", "M2.5 11h19M8 11V3.5h8V11", "M10.2 6.8l1.4 1.4 2.4-2.6"],
  blade: ["M4 20l3-3M6.5 13.5l4 4", "M8.5 15.5 19 5l1.5-1.5-.3 3.3L10 17"],
  handshake: ["M2.5 7.5 6 6l4 1.5L13 6l5 1 3.5.5v8l-2.5.5", "M10 7.5 8 11c1.5 1 3 .5 4-1l6 6M2.5 15l3 .5 4.5 4 2-.7 2-.8 2-1.5"],
  forge: ["M4 20.5h16", "M4.5 16.5l1-4L15 3l3.5 3.5L9 16z", "M13 5l3.5 3.5"],
  lens: [circle(10.5, 10.5, 6), "M15 15l5.5 5.5"],
  scope: [circle(12, 12, 7), "M12 2v6M12 16v6M2 12h6M16 12h6"],
  notebook: ["M6 3.5h13v17H6z", "M3.5 7.5h4M3.5 12h4M3.5 16.5h4", "M10.5 8.5h5M10.5 12h5"],
  minus: ["M5 12h14"],
  arrow: ["M4 12h15M13.5 6.5 19 12l-5.5 5.5"],
  quote: ["M9.5 6.5c-3 1-4.5 3.2-4.5 6.5v4h5v-5H7.5", "M18.5 6.5c-3 1-4.5 3.2-4.5 6.5v4h5v-5h-2.5"],
  // The page
  people: [circle(9, 8, 3.3), "M2.5 20c0-4 2.6-6.3 6.5-6.3s6.5 2.3 6.5 6.3", "M15.5 5a3.3 3.3 0 0 1 0 6.2M17.5 14c2.6.6 4 2.7 4 6"],
  book: ["M4 4.5h6.5c1 0 1.5.5 1.5 1.5 0-1 .5-1.5 1.5-1.5H20V19h-6.5c-1 0-1.5.5-1.5 1.5 0-1-.5-1.5-1.5-1.5H4z", "M12 6v14"],
  globe: [circle(12, 12, 9), "M3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18"],
  link: ["M10 14a4 4 0 0 0 6 .3l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5", "M14 10a4 4 0 0 0-6-.3l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"],
  lock: ["M5.5 10.5h13V21h-13z", "M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"],
  plus: ["M12 5v14M5 12h14"],
  cross: ["M6 6l12 12M18 6 6 18"],
  check: ["M4.5 12.5l5 5 10-11"],
  back: ["M14.5 5 8 12l6.5 7"],
  forward: ["M9.5 5 16 12l-6.5 7"],
  first: ["M17.5 5 11 12l6.5 7M7 5v14"],
  last: ["M6.5 5 13 12l-6.5 7M17 5v14"],
  eye: ["M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z", circle(12, 12, 3)],
  covered: ["M4 4l16 16", "M9 5.9a9 9 0 0 1 3-.4c3.7 0 7 2 9.5 6.5a15 15 0 0 1-2.6 3.4M15 17.9a9 9 0 0 1-3 .6c-3.7 0-7-2-9.5-6.5A15 15 0 0 1 6.3 8"],
  talk: ["M4 5h16v11h-9l-4.5 4v-4H4z"],
  story: ["M5 4h14v16H5z", "M8.5 8.5h7M8.5 12h7M8.5 15.5h4"],
  alert: ["M12 3.5 22 20.5H2z", "M12 10v5M12 17.7v.1"],
  download: ["M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14"],
  again: ["M19.5 9.5A8 8 0 1 0 20 13", "M20 4.5v5h-5"],
};

/** A drawing; it says nothing to a screen reader, the words beside it do. */
export function Icon({ name, size = 20, filled = false }) {
  return html`<svg
    class=${filled ? "icon filled" : "icon"}
    viewBox="0 0 24 24"
    width=${size}
    height=${size}
    aria-hidden="true"
    focusable="false"
  >
    ${DRAWINGS[name].map((stroke) => html`<path d=${stroke} />`)}
  </svg>`;
}

/** The mark of the game: a fuse with its spark. */
export function Mark({ size = 28 }) {
  return html`<svg class="mark" viewBox="0 0 32 32" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path class="mark-fuse" d="M3 24c5 0 6-4 9-8s6-6 9-5" />
    <path class="mark-spark" d="M23 3.5v5M23 14v4M16.5 11h4M26 11h4M18.7 6.7l2.3 2.3M25.5 13.5l2 2M27.5 6.5 25.5 8.5" />
  </svg>`;
}
