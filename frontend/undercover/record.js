// The record of an ended game, read as a timeline: who did what each night, what was told, who voted. Pure.

/**
 * The rounds of a record's steps: [{round, plans, happened, dawned, bulletins, votes, ended}].
 *
 * `plans`: [{seat, plan, before: [plan…]}], the last that each one submitted, and what he had submitted before.
 * `happened`: the sealed events of the night's end. `bulletins`: [{seat, notes: [{note, forged}]}], the empty left out.
 * `votes`: [{tied, ballots: [{seat, target}], judged}], more than one where a tie was voted on again.
 */
export function rounds(steps) {
  const told = [];
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.type === "night_fell") told.push(begun(event.round));
    const now = told[told.length - 1];
    const read = now && READ[event.type];
    if (read) read(now, event);
  }
  return told.map(({ plans, ...rest }) => ({ ...rest, plans: inSeatOrder(plans) }));
}

const begun = (round) => ({
  round,
  plans: new Map(),
  happened: [],
  dawned: null,
  bulletins: [],
  votes: [],
  ended: null,
});

const inSeatOrder = (plans) => [...plans.values()].sort((one, other) => one.seat - other.seat);

function ballot(now, { seat, target }) {
  const { ballots } = now.votes[now.votes.length - 1];
  const place = ballots.findIndex((each) => each.seat === seat);
  if (place < 0) ballots.push({ seat, target });
  else ballots[place] = { seat, target };
}

/** Whether a note is a report that its author had made up that night. */
const isForged = ({ source }, plans) => source !== null && plans.has(source) && plans.get(source).plan.forge !== null;

/** What each kind of event adds to its round. */
const READ = {
  planned(now, { seat, plan }) {
    const old = now.plans.get(seat);
    now.plans.set(seat, { seat, plan, before: old ? [...old.before, old.plan] : [] });
  },
  recruited: (now, event) => now.happened.push(event),
  partnered: (now, event) => now.happened.push(event),
  shot: (now, event) => now.happened.push(event),
  dawned(now, event) {
    now.dawned = event;
  },
  told(now, { bulletins }) {
    bulletins.forEach((notes, seat) => {
      if (!notes || !notes.length) return;
      now.bulletins.push({ seat, notes: notes.map((note) => ({ note, forged: isForged(note, now.plans) })) });
    });
  },
  day_broke: (now, { tied }) => now.votes.push({ tied, ballots: [], judged: null }),
  voted: ballot,
  voted_in_secret: ballot,
  judged(now, event) {
    now.votes[now.votes.length - 1].judged = event;
  },
  ended(now, event) {
    now.ended = event;
  },
};

/** What each seat's ballots counted for, as the verdicts of an ended game tell it: {seat: weight}. */
export const weights = ({ verdicts }) =>
  Object.fromEntries(verdicts.flatMap(({ ballots }) => ballots.map(({ seat, weight }) => [seat, weight])));
