// What happened, and what a player says, as sentences out of the game's words. Pure: no page, no clock.
// The same sentences as the server's `replay` tells: each rule about templates stands in `engine/tell.py`.

import { fill } from "./i18n.js";

const HIDEABLE = ["identity", "identities", "cards", "hand", "bulletins"];
const EMPTIABLE = ["targets", "plan", "dead", "bulletins", "out"];

const isThere = (value) => value !== undefined && value !== null;

/** Whether nothing of a field is known: a null, or a list of nothing else. */
const unknown = (value) =>
  value === null || (Array.isArray(value) && value.length > 0 && value.every((each) => each === null));

/** Whether there is nothing in a field: each member of the object or list, if any, is null or an empty list. */
const empty = (value) =>
  Object.values(value || []).every((each) => each === null || (Array.isArray(each) && each.length === 0));

/** The suffixes of templates, in the order in which they are tried, and when each applies. */
const VARIANTS = [
  ["names", (said) => said.cause === null],
  ["hidden", (said) => HIDEABLE.some((field) => field in said && unknown(said[field]))],
  ["none", (said) => EMPTIABLE.some((field) => field in said && empty(said[field]))],
  ["replacing", (said) => isThere(said.replaced)],
  ["hand", (said) => said.from_hand === true],
  ["draw", (said) => Array.isArray(said.winners) && said.winners.length === 0],
  ["pass", (said) => said.target === null],
  ["offers", (said) => isThere(said.offers)],
  ["from", (said) => isThere(said.source)],
  ["tied", (said) => isThere(said.tied)],
  ["one", (said) => [said.count, said.damage, said.out && said.out.length].includes(1)],
  ["bureau", (said) => said.side === "bureau"],
  ["gang", (said) => said.side === "gang"],
];

/** One event in a sentence, as far as it is known. `names` are the players' by seat. */
export function tell(event, words, names) {
  if (!event.out || event.out.length !== 1) return sentence(words.events, event, words, names);
  const [[seat, identity]] = event.out;
  return sentence(words.events, { ...event, seat, identity }, words, names);
}

/** One move in words. */
export const say = (move, words, names) => sentence(words.moves, move, words, names);

/** One note of a bulletin in a sentence. */
export const note = (told, words, names) => sentence(words.notes, { type: told.kind, ...told }, words, names);

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
  const each = (template, known) => joined(known.map((one) => phrases(template, one, words, names)), lists);
  switch (field) {
    case "seat":
    case "target":
    case "by":
    case "source":
      return names[value];
    case "targets":
    case "on":
    case "dying":
    case "asked":
    case "handlers":
    case "pair":
    case "tied":
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
    case "side":
      return words.sides[value].name;
    case "result":
    case "cause":
    case "take":
      return words[`${field}s`][value];
    case "identities":
      return each(lists.identity, value.map((identity, seat) => ({ seat, identity })).filter((one) => one.identity));
    case "out":
      return each(lists.identity, value.map(([seat, identity]) => ({ seat, identity })));
    case "offers":
      return each(lists.offer, value.map(([seat, target]) => ({ seat, target }))) || lists.nobody;
    case "winners":
      return words.outcomes[value.join("+")] || "";
    case "dead": {
      const deaths = value.map(([seat, cause, identity]) => ({ type: "dead", seat, cause, identity }));
      return joined(deaths.map((death) => sentence(lists, death, words, names)), lists);
    }
    case "plan":
      return joined(planned(value, words, names), lists);
    case "bulletins": {
      const known = value.map((notes, seat) => ({ seat, notes })).filter(({ notes }) => notes && notes.length);
      return known.map((one) => phrases(lists.bulletin, one, words, names)).join(lists.gap);
    }
    case "notes":
      return value.map((one) => note(one, words, names)).join(lists.gap);
    default:
      return String(value);
  }
}

/** Each action of a night's plan in words. */
export const planned = (plan, words, names) =>
  Object.entries(words.plans)
    .filter(([action]) => isThere(plan[action]))
    .map(([action, template]) => phrases(template, { target: plan[action], result: plan.result }, words, names));

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

/** The events without what they tell of secrets that are one's own: for a covered identity. */
export function covered(events) {
  const hide = (event, field) => ({ ...event, [field]: event[field].map(() => null) });
  const secrets = { dealt: "identities", told: "bulletins" };
  return events.map((event) => (secrets[event.type] ? hide(event, secrets[event.type]) : event));
}

/** What begins a chapter of the story. */
const BEGINS = ["turn_began", "night_fell"];

/**
 * The story in chapters, one a turn or a round: [{turn, round, seat, lines: [{n, type, text, fresh}]}], the first
 * with neither for what came before. Lines after event number `seen` are fresh: they came since one was last here.
 */
export function chapters(events, words, names, seen = Infinity) {
  const told = [];
  for (const event of events) {
    const { turn = null, round = null, seat = null } = event;
    if (BEGINS.includes(event.type)) told.push({ turn, round, seat, lines: [] });
    else if (!told.length) told.push({ turn: null, round: null, seat: null, lines: [] });
    const text = tell(event, words, names);
    const line = { n: event.n, type: event.type, text, fresh: event.n > seen };
    if (text) told[told.length - 1].lines.push(line);
  }
  return told;
}
