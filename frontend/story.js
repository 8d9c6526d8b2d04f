// What happened, and what a player says, as sentences out of the game's words. Pure: no page, no clock.
// The same sentences as the server's `replay` tells: each rule about templates stands in `engine/tell.py`.

import { fill } from "./i18n.js";

const HIDEABLE = ["identity", "identities", "cards", "hand"];

/** Whether nothing of a field is known: a null, or a list of nothing else. */
const unknown = (value) =>
  value === null || (Array.isArray(value) && value.length > 0 && value.every((each) => each === null));

/** The suffixes of templates, in the order in which they are tried, and when each applies. */
const VARIANTS = [
  ["hidden", (said) => HIDEABLE.some((field) => field in said && unknown(said[field]))],
  ["none", (said) => (said.targets && said.targets.length === 0) || said.damage === 0],
  ["replacing", (said) => said.replaced !== undefined && said.replaced !== null],
  ["hand", (said) => said.from_hand === true],
  ["draw", (said) => Array.isArray(said.winners) && said.winners.length === 0],
  ["pass", (said) => said.target === null],
  ["offers", (said) => said.offers !== undefined && said.offers !== null],
  ["one", (said) => said.count === 1 || said.damage === 1],
];

/** One event in a sentence, as far as it is known. `names` are the players' by seat. */
export const tell = (event, words, names) => sentence(words.events, event, words, names);

/** One move in words. */
export const say = (move, words, names) => sentence(words.moves, move, words, names);

function sentence(templates, said, words, names) {
  const keys = VARIANTS.filter(([, applies]) => applies(said)).map(([suffix]) => `${said.type}.${suffix}`);
  const key = [...keys, said.type].find((each) => each in templates);
  return key === undefined ? "" : phrases(templates[key], said, words, names);
}

function phrases(template, said, words, names) {
  return template.replace(/\{(\w+)\}/g, (hole, field) =>
    field in said ? phrase(field, said[field], words, names) : hole,
  );
}

function phrase(field, value, words, names) {
  const { lists } = words;
  switch (field) {
    case "seat":
    case "target":
    case "by":
      return names[value];
    case "targets":
    case "on":
    case "dying":
    case "asked":
      return joined(value.map((seat) => names[seat]), lists) || lists.nobody;
    case "card":
    case "replaced":
      return words.cards[value].name;
    case "cards":
    case "hand":
    case "front":
      return joined(cardNames(value, words), lists) || lists.nothing;
    case "order":
      return unknownCards(value.length, words);
    case "identity":
      return words.identities[value].name;
    case "identities":
      return joined(
        value
          .map((identity, seat) => identity && phrases(lists.identity, { seat, identity }, words, names))
          .filter(Boolean),
        lists,
      );
    case "offers":
      return (
        joined(value.map(([seat, target]) => phrases(lists.offer, { seat, target }, words, names)), lists) ||
        lists.nobody
      );
    case "winners":
      return words.outcomes[value.join("+")] || "";
    case "take":
      return words.takes[value];
    default:
      return String(value);
  }
}

/** Each kind of card once, several alike counted, the unknown last. */
export function cardNames(cards, words) {
  const counts = new Map();
  cards.forEach((card) => counts.set(card, (counts.get(card) || 0) + 1));
  const hidden = counts.get(null) || 0;
  counts.delete(null);
  const known = [...counts].map(([card, count]) => {
    const name = words.cards[card].name;
    return count > 1 ? fill(words.lists.times, { card: name, count }) : name;
  });
  return hidden ? [...known, unknownCards(hidden, words)] : known;
}

const unknownCards = (count, words) => fill(words.unknown[count === 1 ? "one" : "other"], { count });

/** Things in a row as the language joins them. */
function joined(things, lists) {
  if (things.length < 2) return things.join("");
  return things.slice(0, -1).join(lists.separator) + lists.last + things[things.length - 1];
}

/** What has been heard so far together with what came now, each event once, in order. */
export function merged(heard, came) {
  const byNumber = new Map(heard.map((event) => [event.n, event]));
  came.forEach((event) => byNumber.set(event.n, event));
  return [...byNumber.values()].sort((one, other) => one.n - other.n);
}

/** The events without what they tell of identities that are still secret: for a covered identity. */
export function covered(events) {
  const hidden = (event) => ({ ...event, identities: event.identities.map(() => null) });
  return events.map((event) => (event.type === "dealt" ? hidden(event) : event));
}

/**
 * The story in turns: [{turn, seat, lines: [{n, type, text, fresh}]}], the first without a turn for what came
 * before it. Lines after event number `seen` are fresh: they came since one was last here.
 */
export function chapters(events, words, names, seen = Infinity) {
  const turns = [];
  for (const event of events) {
    if (event.type === "turn_began") turns.push({ turn: event.turn, seat: event.seat, lines: [] });
    else if (!turns.length) turns.push({ turn: null, seat: null, lines: [] });
    const text = tell(event, words, names);
    const line = { n: event.n, type: event.type, text, fresh: event.n > seen };
    if (text) turns[turns.length - 1].lines.push(line);
  }
  return turns;
}
