// A move is composed out of the server's options, click by click. Nothing here knows a rule: what may be
// clicked is what some option still holds.
//
// An option is a move whose fields may be holes, {pick, least, most}. A draft is a move in the making:
// {type, card, fields, places} where `card` is the card it is made with (null for a bare word like "end"),
// `fields` is what has been chosen so far, `places` are the chosen cards' places in the hand.

/** Moves that are made with a card which they don't name. */
const MADE_WITH = { disarm: "disarm", rescue: "first_aid" };

/** Moves whose card lies in front of oneself, not in the hand. */
const IN_FRONT = ["remove"];

const isHole = (value) => value !== null && typeof value === "object" && "pick" in value;

/** A field named in the plural holds a list. */
const isList = (field) => field.endsWith("s");

const fieldsOf = (option) => Object.keys(option).filter((field) => field !== "type");

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What is left of a list when these are taken out; null if one of them isn't there. */
export function without(things, taken) {
  const left = [...things];
  for (const thing of taken) {
    const place = left.findIndex((each) => same(each, thing));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

/** What a field of an option offers: the things, and how many of them make it whole. */
function offer(option, field) {
  const value = option[field];
  if (isHole(value)) return { things: value.pick, least: value.least, most: value.most };
  if (isList(field)) return { things: value, least: value.length, most: value.length };
  return { things: [value], least: 1, most: 1 };
}

const chosen = (draft, field) => {
  const value = draft.fields[field];
  if (value === undefined) return [];
  return isList(field) ? value : [value];
};

/** The options of the draft's kind that hold what has been chosen so far. */
export function open(options, draft) {
  return options.filter(
    (option) =>
      option.type === draft.type &&
      Object.keys(draft.fields).every((field) => {
        if (!(field in option)) return false;
        const { things, most } = offer(option, field);
        const taken = chosen(draft, field);
        return taken.length <= most && without(things, taken) !== null;
      }),
  );
}

/** The move's one card, or list of cards, that a click on a card fills; null if the move names none. */
function cardField(option) {
  return ["card", "cards"].find((field) => field in option) || null;
}

/** The options that a click on a card begins; `zone` is "hand" or "front" (in front of oneself). */
export function begun(options, zone, card) {
  return options.filter((option) => {
    if (IN_FRONT.includes(option.type) !== (zone === "front")) return false;
    const field = cardField(option);
    return field ? offer(option, field).things.includes(card) : MADE_WITH[option.type] === card;
  });
}

/** A draft begun by a click on a card at a place of the hand (null in front); null if no option holds it. */
export function begin(options, zone, card, place = null) {
  const option = begun(options, zone, card)[0];
  if (!option) return null;
  const field = cardField(option);
  const fields = field ? { [field]: isList(field) ? [card] : card } : {};
  return { type: option.type, card, fields, places: place === null ? [] : [place] };
}

/** The kinds of move that need no card of one's own to be named: "end", "pass", "rescue". */
export function bare(options) {
  const types = options.filter((option) => !cardField(option) && MADE_WITH[option.type] !== option.type);
  return [...new Set(types.map((option) => option.type))];
}

/** A draft of a move said without a card, with all its fields. */
export function said(move) {
  const { type, ...fields } = move;
  return { type, card: null, fields, places: [] };
}

/** What may be chosen next for a field, each value once. */
export function lit(options, draft, field) {
  const found = [];
  for (const option of open(options, draft)) {
    if (!(field in option)) continue;
    const { things, most } = offer(option, field);
    const taken = chosen(draft, field);
    if (isList(field) && taken.length >= most) continue;
    const left = isList(field) ? without(things, taken) : things;
    left.forEach((thing) => found.some((each) => same(each, thing)) || found.push(thing));
  }
  return found;
}

/** The draft with a value chosen for a field, or given up if it was chosen. */
function toggle(draft, field, value) {
  const taken = chosen(draft, field);
  const fields = { ...draft.fields };
  if (has(taken, value)) {
    const left = without(taken, [value]);
    if (left.length && isList(field)) fields[field] = left;
    else delete fields[field];
  } else fields[field] = isList(field) ? [...taken, value] : value;
  return { ...draft, fields };
}

/** The draft with a card of the hand chosen or given up by its place, for moves that name several. */
export function toggleCard(draft, card, place) {
  const at = draft.places.indexOf(place);
  const but = (list, thing) => (at < 0 ? [...list, thing] : list.filter((_, each) => each !== at));
  const fields = { ...draft.fields, cards: but(draft.fields.cards || [], card) };
  return { ...draft, fields, places: but(draft.places, place) };
}

/** Whether the chosen cards still lie in the hand where they were chosen. */
export function holds(draft, hand) {
  return draft.places.every((place, at) => hand[place] === (draft.fields.cards ? draft.fields.cards[at] : draft.card));
}

/** The draft with only those choices that are asked for before a field. */
function before(options, draft, field) {
  const option = options.find((each) => each.type === draft.type && field in each);
  const order = option ? fieldsOf(option) : [];
  const kept = Object.entries(draft.fields).filter(([name]) => order.indexOf(name) < order.indexOf(field));
  return { ...draft, fields: Object.fromEntries(kept) };
}

/** What a click may choose for a field now: what can be added, else what can take the place of a choice. */
export function clickable(options, draft, field) {
  const more = isList(field) ? lit(options, draft, field) : [];
  return more.length ? more : lit(options, before(options, draft, field), field);
}

/**
 * The draft after a click on a value: chosen, or given up if it was chosen, in place of the oldest choice if no
 * more can be added. Choices that no longer go with it are given up. Null if no option holds the value.
 */
export function put(options, draft, field, value) {
  const taken = chosen(draft, field);
  if (has(taken, value)) return toggle(draft, field, value);
  const shorter = { ...draft, fields: { ...draft.fields, [field]: taken.slice(1) } };
  const bases = isList(field) ? [draft, shorter] : [];
  const base = [...bases, before(options, draft, field)].find((each) => has(lit(options, each, field), value));
  return base ? toggle(base, field, value) : null;
}

const has = (things, value) => things.some((each) => same(each, value));

/** The value of a field if the choices so far leave just one; undefined if there is more to choose. */
function settled(option, draft, field) {
  const { things, least, most } = offer(option, field);
  const taken = chosen(draft, field);
  const filled = taken.length >= least && taken.length <= most && (taken.length > 0 || most === 0);
  const only = things.length === least;
  if (!isList(field)) return taken.length ? taken[0] : only ? things[0] : undefined;
  if (filled) return isHole(option[field]) ? taken : option[field];
  return only ? things : undefined;
}

/** The move that the draft has become; null while something is still to be chosen. */
export function ready(options, draft) {
  const moves = [];
  for (const option of open(options, draft)) {
    const move = { type: option.type };
    for (const field of fieldsOf(option)) move[field] = settled(option, draft, field);
    if (Object.values(move).includes(undefined)) return null;
    if (!moves.some((each) => same(each, move))) moves.push(move);
  }
  return moves.length === 1 ? moves[0] : null;
}

/** The fields that a person fills by hand, in the order to ask for them: {field, least, most, taken}. */
export function questions(options, draft) {
  const still = open(options, draft);
  const names = [...new Set(still.flatMap(fieldsOf))].filter((field) => field !== "card");
  return names
    .map((field) => {
      const offers = still.filter((option) => field in option).map((option) => offer(option, field));
      return {
        field,
        least: Math.min(...offers.map((each) => each.least)),
        most: Math.max(...offers.map((each) => each.most)),
        taken: chosen(draft, field),
      };
    })
    .filter(({ field, most, taken }) => most > 0 && (taken.length > 0 || lit(options, draft, field).length > 0));
}

/** The first question without enough of an answer; null if there is none. */
export function pending(options, draft) {
  if (ready(options, draft)) return null;
  return questions(options, draft).find(({ least, taken }) => taken.length < least) || null;
}

/** The questions to show now: one after the other, each when those before it have enough of an answer. */
export function asked(options, draft) {
  const all = questions(options, draft);
  const next = pending(options, draft);
  return next ? all.slice(0, all.findIndex(({ field }) => field === next.field) + 1) : all;
}

/** Every move that can be said without a card: "end", "pass", a rescue of each who is dying. */
export function spoken(options) {
  const moves = [];
  for (const option of options.filter((each) => bare(options).includes(each.type))) {
    const holes = fieldsOf(option).filter((field) => isHole(option[field]) && !isList(field));
    const [hole] = holes;
    if (hole) option[hole].pick.forEach((value) => moves.push({ ...option, [hole]: value }));
    else moves.push(option);
  }
  return moves;
}

/** What is barred of cards in the hand, or of those in front, which only a `remove` is about. */
const barredIn = (barred, place) => barred.filter((each) => (each.move === "remove") === (place === "front"));

/** Why a card, or a card on a target, isn't lit: {code, rule}; null if the server gives no reason. */
export function reason(barred, card, target = null, place = "hand") {
  const there = barredIn(barred, place);
  return (
    there.find((each) => each.card === card && each.target === target) ||
    there.find((each) => each.card === card && each.target === null) ||
    null
  );
}

/** Why a card can't be used at all: its own reason, or that of all its targets if it is the same one. */
export function reasonForCard(barred, card) {
  const own = reason(barred, card);
  if (own) return own;
  const all = barredIn(barred, "hand").filter((each) => each.card === card);
  return all.find((each) => !/oneself/.test(each.code)) || all[0] || null;
}
