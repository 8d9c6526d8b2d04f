// What can be read off a view of Undercover without knowing a rule. Pure: no page, no clock.

/** Whether the game waits for oneself: alive, asked, and not yet ready. */
export const isWaitedFor = ({ view, asked, you }) => you !== null && asked.includes(you) && !view.ready;

/** One's own ballot of today: {seat, target}, the target null for an abstention; null if none was cast. */
export const ownBallot = ({ ballots, you }) => ballots.find(({ seat }) => seat === you) || null;

/**
 * Ballots by whom they name: {named: [{seat, by: [ballot…]}], abstained: [seat…]}, whoever is named most often first,
 * else in seat order. A mere list: it knows nothing of what counts.
 */
export function tally(ballots) {
  const named = new Map();
  for (const ballot of ballots.filter(({ target }) => target !== null)) {
    named.set(ballot.target, [...(named.get(ballot.target) || []), ballot]);
  }
  const lists = [...named].map(([seat, by]) => ({ seat, by }));
  lists.sort((one, other) => other.by.length - one.by.length || one.seat - other.seat);
  return { named: lists, abstained: ballots.filter(({ target }) => target === null).map(({ seat }) => seat) };
}

/** The living who have no ballot in the open list. */
export const notVoted = ({ players, ballots }) =>
  players.filter(({ seat, alive }) => alive && !ballots.some((ballot) => ballot.seat === seat)).map(({ seat }) => seat);

/** When each open ballot of today was last changed, by seat, as far as the events at hand tell. */
export function hours(events) {
  const today = events.slice(events.map(({ type }) => type).lastIndexOf("day_broke") + 1);
  return Object.fromEntries(today.filter(({ type }) => type === "voted").map(({ seat, at }) => [seat, at]));
}

/** Whether anything is planned for tonight. */
export const hasPlan = ({ plan }) => plan !== null && Object.values(plan).some((each) => each !== null);

/** A past verdict as the event that told it. */
export const judgement = ({ rights, out }, players) => ({
  type: "judged",
  rights,
  out: out.map((seat) => [seat, players[seat].identity]),
});

/** The notes of one's notebook that are about a player, or come from him: [{round, note}]. */
export const notesOn = ({ notebook }, seat) =>
  notebook.flatMap(({ round, notes }) =>
    notes.filter(({ target, source }) => [target, source].includes(seat)).map((note) => ({ round, note })),
  );

/** The moves on offer that can name a player: [{type, target}], without those that ask for more. */
export const movesOn = (options, seat) =>
  options
    .filter(({ type, target, ...more }) => target && target.pick.includes(seat) && !Object.keys(more).length)
    .map(({ type }) => ({ type, target: seat }));

/** What a kind of move is called before it names anybody: its sentence with dots for what is still open. */
export const nameOfMove = (type, words) => words.moves[type].replace(/\{\w+\}/g, "…");

/** Events that are told one by one to one who was away; of ballots only how many there were. */
const TOLD = ["night_fell", "dawned", "told", "judged", "ended"];

/** The news after event number `seen`: {lines: [event…], ballots: number}. */
export function news(events, seen) {
  const fresh = events.filter(({ n }) => n > seen);
  return {
    lines: fresh.filter(({ type, tied }) => TOLD.includes(type) || (type === "day_broke" && tied)),
    ballots: fresh.filter(({ type }) => type === "voted").length,
  };
}
