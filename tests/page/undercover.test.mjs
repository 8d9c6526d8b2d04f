// Undercover on the page: what is read off a view, and the record of the end as a timeline.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { bare, asked, put, ready, said } from "../../frontend/options.js";
import * as facts from "../../frontend/undercover/facts.js";
import { rounds, weights } from "../../frontend/undercover/record.js";

const WORDS = JSON.parse(readFileSync(new URL("../../engine/undercover/words/en.json", import.meta.url), "utf8"));

const pick = (...things) => ({ pick: things, least: 1, most: 1 });
const UNDERGROUND = [
  { type: "forge", target: pick(1, 2, 3), result: pick("agent", "civilian") },
  { type: "snipe", target: pick(1, 2, 3) },
  { type: "nothing" },
  { type: "ready" },
];

const ballot = (seat, target) => ({ seat, target, weight: null });

test("ballots are listed by whom they name, and nothing is made of them", () => {
  const ballots = [ballot(0, 3), ballot(1, null), ballot(2, 1), ballot(3, 1), ballot(5, 4)];
  const { named, abstained } = facts.tally(ballots);
  assert.deepEqual(named.map(({ seat, by }) => [seat, by.map((each) => each.seat)]), [[1, [2, 3]], [3, [0]], [4, [5]]]);
  assert.deepEqual(abstained, [1]);
  assert.deepEqual(facts.tally([]), { named: [], abstained: [] });
});

test("who hasn't voted yet is who lives and isn't in the open list", () => {
  const players = [0, 1, 2, 3].map((seat) => ({ seat, alive: seat !== 2 }));
  assert.deepEqual(facts.notVoted({ players, ballots: [ballot(0, 1)] }), [1, 3]);
});

test("one is waited for until one is ready, and never when one isn't asked", () => {
  const waited = (ready, asked, you) => facts.isWaitedFor({ view: { ready }, asked, you });
  assert.equal(waited(false, [0, 1], 1), true);
  assert.equal(waited(true, [0, 1], 1), false);
  assert.equal(waited(false, [0], 1), false);
  assert.equal(waited(false, [0, 1], null), false);
});

test("a plan is one if something is in it", () => {
  const nothing = { assassinate: null, recruit: null, check: null, forge: null, result: null, snipe: null };
  assert.equal(facts.hasPlan({ plan: null }), false);
  assert.equal(facts.hasPlan({ plan: nothing }), false);
  assert.equal(facts.hasPlan({ plan: { ...nothing, recruit: 0 } }), true);
});

test("the form asks for a player, then for a result, and becomes a move", () => {
  assert.deepEqual(bare(UNDERGROUND), ["forge", "snipe", "nothing", "ready"]);
  let draft = said({ type: "forge" });
  assert.deepEqual(asked(UNDERGROUND, draft).map(({ field }) => field), ["target"]);
  draft = put(UNDERGROUND, draft, "target", 2);
  assert.deepEqual(asked(UNDERGROUND, draft).map(({ field }) => field), ["target", "result"]);
  assert.equal(ready(UNDERGROUND, draft), null);
  draft = put(UNDERGROUND, draft, "result", "agent");
  assert.deepEqual(ready(UNDERGROUND, draft), { type: "forge", target: 2, result: "agent" });
  assert.deepEqual(ready(UNDERGROUND, said({ type: "ready" })), { type: "ready" });
});

test("what can be said of a player is what names him and asks for nothing more", () => {
  assert.deepEqual(facts.movesOn(UNDERGROUND, 3), [{ type: "snipe", target: 3 }]);
  assert.deepEqual(facts.movesOn(UNDERGROUND, 0), []);
  assert.equal(facts.nameOfMove("forge", WORDS), "Forge a check of …: …");
});

test("a player's notes are those about him and those from him", () => {
  const note = (target, source) => ({ kind: "check", target, source });
  const notebook = [{ round: 1, notes: [note(1, null)] }, { round: 2, notes: [note(2, 1), note(3, null)] }];
  assert.deepEqual(facts.notesOn({ notebook }, 1).map(({ round }) => round), [1, 2]);
});

test("one who was away hears what happened, and how many ballots there were", () => {
  const events = [
    { n: 1, type: "night_fell" },
    { n: 2, type: "dawned" },
    { n: 3, type: "told" },
    { n: 4, type: "day_broke", tied: null },
    { n: 5, type: "voted" },
    { n: 6, type: "voted" },
    { n: 7, type: "day_broke", tied: [0, 1] },
  ];
  const { lines, ballots } = facts.news(events, 1);
  assert.deepEqual(lines.map(({ n }) => n), [2, 3, 7]);
  assert.equal(ballots, 2);
  assert.deepEqual(facts.news(events, Infinity), { lines: [], ballots: 0 });
});

const NOTHING = { assassinate: null, recruit: null, check: null, forge: null, result: null, snipe: null };
const planned = (seat, plan) => ({ type: "planned", seat, plan: { ...NOTHING, ...plan } });
const report = (source) => ({ kind: "check", target: 3, side: null, result: "agent", source });

/** A record of one round and the next night: a changed plan, a forged report beside a true one, a second vote. */
const STEPS = [
  [{ type: "dealt" }, { type: "night_fell", round: 1 }],
  [planned(2, { assassinate: 0 })],
  [planned(1, { forge: 3, result: "agent" })],
  [planned(2, { recruit: 4 })],
  [
    planned(0, { check: 3 }),
    { type: "readied", seat: 0 },
    { type: "recruited", seat: 4 },
    { type: "dawned", round: 1, dead: [] },
    { type: "told", bulletins: [[], [], [report(0), report(1)], null] },
    { type: "day_broke", tied: null },
  ],
  [{ type: "voted", seat: 0, target: 1 }],
  [{ type: "voted", seat: 0, target: 2 }],
  [{ type: "voted_in_secret", seat: 1, target: 1 }, { type: "day_broke", tied: [1, 2] }],
  [{ type: "voted", seat: 0, target: null }, { type: "judged", rights: 3, out: [] }, { type: "round_ended" }],
  [{ type: "night_fell", round: 2 }, { type: "ended", winners: [] }],
].map((events) => ({ events }));

test("the record of the end is a timeline: each one's last plan, those before it, and which reports were forged", () => {
  const [first, second, ...more] = rounds(STEPS);
  assert.deepEqual(more, []);
  assert.deepEqual(first.plans.map(({ seat, before }) => [seat, before.length]), [[0, 0], [1, 0], [2, 1]]);
  assert.equal(first.plans[2].plan.recruit, 4);
  assert.equal(first.plans[2].before[0].assassinate, 0);
  assert.deepEqual(first.happened.map(({ type }) => type), ["recruited"]);
  const told = first.bulletins.map(({ seat, notes }) => [seat, notes.map(({ forged }) => forged)]);
  assert.deepEqual(told, [[2, [false, true]]]);
  assert.deepEqual(
    first.votes.map(({ tied, ballots, judged }) => [tied, ballots, Boolean(judged)]),
    [
      [null, [{ seat: 0, target: 2 }, { seat: 1, target: 1 }], false],
      [[1, 2], [{ seat: 0, target: null }], true],
    ],
  );
  assert.deepEqual([second.round, second.plans, second.ended.type], [2, [], "ended"]);
});

test("a ballot's weight is what the verdicts of the ended game say", () => {
  const verdicts = [
    { ballots: [{ seat: 0, target: 1, weight: 1 }, { seat: 1, target: 0, weight: 0 }] },
    { ballots: [{ seat: 2, target: 0, weight: 1 }] },
  ];
  assert.deepEqual(weights({ verdicts }), { 0: 1, 1: 0, 2: 1 });
});

test("an open ballot has the hour of its last change, and yesterday's has none", () => {
  const voted = (seat, at) => ({ type: "voted", seat, target: 1, at });
  const events = [voted(2, "9:00"), { type: "day_broke", at: "10:00" }, voted(3, "11:00"), voted(4, "12:00"), voted(3, "13:00")];
  assert.deepEqual(facts.hours(events), { 3: "13:00", 4: "12:00" });
  assert.deepEqual(facts.hours([voted(2, "9:00")]), { 2: "9:00" }, "as far as the events at hand tell");
});
