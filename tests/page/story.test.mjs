// The story in words: every event of the game in every language, grouped by turn.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES } from "../../frontend/i18n.js";
import { cardNames, chapters, covered, merged, note, planned, say, tell } from "../../frontend/story.js";

const gameWords = (lang, game = "fireline") =>
  JSON.parse(readFileSync(new URL(`../../engine/${game}/words/${lang}.json`, import.meta.url), "utf8"));
const EN = gameWords("en");
const UNDERCOVER = gameWords("en", "undercover");
const NAMES = ["Ann", "Bo", "Cy", "Di"];

const EVENTS = [
  { type: "dealt", identities: [null, "swat", null, null], commitment: "c", salt: null },
  { type: "dealt", identities: [null, null, null, null], commitment: "c", salt: null },
  { type: "shuffled", order: [null, null], commitment: "c", salt: null },
  { type: "turn_began", seat: 0, turn: 1 },
  { type: "drew", seat: 0, cards: ["vest", "serum"] },
  { type: "drew", seat: 0, cards: [null, null] },
  { type: "play_began", seat: 0 },
  { type: "discard_began", seat: 0, count: 2 },
  { type: "played", seat: 0, card: "double_bullet", targets: [1, 2] },
  { type: "played", seat: 0, card: "serum", targets: [] },
  { type: "searched", seat: 0, target: 1, identity: "swat" },
  { type: "searched", seat: 0, target: 1, identity: null },
  { type: "placed", seat: 0, card: "flash", on: [1, 2] },
  { type: "lifted", card: "flash", by: 0, on: [1, 2] },
  { type: "equipped", seat: 0, card: "vest", replaced: null },
  { type: "equipped", seat: 0, card: "vest", replaced: "vest" },
  { type: "removed", seat: 0, card: "restaurant" },
  { type: "disarmed", seat: 0, target: 1, card: "vest", from_hand: false },
  { type: "disarmed", seat: 0, target: 1, card: "serum", from_hand: true },
  { type: "hurt", seat: 1, damage: 1 },
  { type: "healed", seat: 0, blood: 4 },
  { type: "rescue_opened", dying: [1], asked: [2, 3] },
  { type: "rescue_opened", dying: [1], asked: [] },
  { type: "answered", seat: 2, target: 1 },
  { type: "answered", seat: 2, target: null },
  { type: "rescue_closed", offers: null },
  { type: "rescue_closed", offers: [[2, 1], [3, 1]] },
  { type: "rescue_closed", offers: [] },
  { type: "rescued", seat: 2, target: 1 },
  { type: "died", seat: 1, identity: "kidnapper" },
  { type: "looted", seat: 0, target: 1, front: [], hand: [null, null, null] },
  { type: "looted", seat: 0, target: 1, front: ["vest"], hand: ["serum", "serum"] },
  { type: "dropped", seat: 1, cards: ["vest", "serum"] },
  { type: "discarded", seat: 0, cards: ["smoke"] },
  { type: "ended", winners: ["swat", "citizen"] },
  { type: "ended", winners: ["kidnapper"] },
  { type: "ended", winners: [] },
];

/** What may happen in Undercover, and how it is told in English. */
const NIGHTS = [
  [{ type: "dealt", identities: [null, "agent", null, null] }, "The identities are dealt: Bo (Agent)."],
  [{ type: "night_fell", round: 3 }, "Round 3: night falls."],
  [plan({ recruit: 1 }), "Ann plans to recruit Bo."],
  [
    plan({ forge: 1, result: "informant_gang", snipe: 2 }),
    "Ann plans to forge a check of Bo (Informant of the Gang) and to snipe Cy.",
  ],
  [plan({}), "Ann plans no action tonight."],
  [
    { type: "recruited", seat: 1, identity: "underground", side: "people", handlers: [0, 2] },
    "Bo is now Underground (People). Handlers: Ann and Cy.",
  ],
  [{ type: "partnered", pair: [0, 2] }, "Ann and Cy find out that they are partners, and share a group."],
  [{ type: "shot", seat: 0, target: 1 }, "Ann fires a bullet at Bo."],
  [
    { type: "dawned", round: 2, dead: [[0, "blade", null], [1, "bullet", "informant"]] },
    "Round 2: day breaks. Died in the night: Ann (assassinated) and Bo (sniped; Informant).",
  ],
  [{ type: "dawned", round: 2, dead: [[0, null, null]] }, "Round 2: day breaks. Died in the night: Ann."],
  [{ type: "dawned", round: 2, dead: [] }, "Round 2: day breaks. Nobody died in the night."],
  [{ type: "told", bulletins: [null, null, null, null] }, "The bulletins are delivered."],
  [
    { type: "told", bulletins: [null, [], null, null] },
    "The bulletins are delivered; what you may read of them is empty.",
  ],
  [
    { type: "told", bulletins: [null, [{ kind: "check", target: 2, result: "agent", source: 0 }], [], null] },
    "The bulletins are delivered. [Bo] The check of Cy by Ann found: Agent.",
  ],
  [{ type: "day_broke", tied: null }, "The vote begins."],
  [{ type: "day_broke", tied: [0, 1] }, "A tie: everybody votes once more. Only these can be named: Ann and Bo."],
  [{ type: "voted", seat: 0, target: 1 }, "Ann votes for Bo."],
  [{ type: "voted", seat: 0, target: null }, "Ann abstains."],
  [
    { type: "judged", rights: 9, out: [[1, "informant"]] },
    "Effective voting rights this round: 9. Bo has the most votes and is out. Identity: Informant.",
  ],
  [
    { type: "judged", rights: 9, out: [[0, "agent"], [1, "underground"]] },
    "Effective voting rights this round: 9. Most votes, and out: Ann (Agent) and Bo (Underground).",
  ],
  [{ type: "judged", rights: 1, out: [] }, "Effective voting rights this round: 1. Nobody is out."],
  [{ type: "ended", winners: ["gang", "people"] }, "The game is over. The Gang and the people win."],
];

function plan(actions) {
  const nothing = { assassinate: null, recruit: null, check: null, forge: null, result: null, snipe: null };
  return { type: "planned", seat: 0, plan: { ...nothing, ...actions } };
}

test("what happens by night and by day, with variants", () => {
  for (const [event, sentence] of NIGHTS) assert.equal(tell(event, UNDERCOVER, NAMES), sentence);
  assert.deepEqual(planned(plan({ check: 3 }).plan, UNDERCOVER, NAMES), ["to check Di"]);
});

test("notes of a bulletin, with the name of him from whom a report comes", () => {
  const empty = { target: null, side: null, result: null, source: null };
  const line = (kind, more) => note({ kind, ...empty, ...more }, UNDERCOVER, NAMES);
  assert.equal(line("success", { target: 1 }), "Your recruiting of Bo was a success.");
  assert.match(line("recruited", { side: "gang" }), /recruited by a gangster/);
  assert.equal(line("check", { target: 1, result: "civilian" }), "Your check of Bo found: Civilian.");
  assert.equal(line("check", { target: 1, result: "civilian", source: 2 }), "The check of Bo by Cy found: Civilian.");
});

test("sentences of each kind, with variants", () => {
  const said = (event) => tell(event, EN, NAMES);
  const split = { type: "played", seat: 0, card: "double_bullet", targets: [1, 2] };
  assert.equal(said(split), "Ann uses Double Bullet on Bo and Cy.");
  assert.equal(said({ type: "played", seat: 0, card: "serum", targets: [] }), "Ann uses Serum.");
  assert.equal(said({ type: "drew", seat: 0, cards: [null, null] }), "Ann draws 2 cards.");
  assert.equal(said({ type: "drew", seat: 0, cards: ["vest", "serum"] }), "Ann draws Vest and Serum.");
  assert.equal(said({ type: "rescue_opened", dying: [1], asked: [] }), "Dying: Bo. May rescue: nobody.");
  assert.match(said({ type: "ended", winners: ["swat", "citizen"] }), /SWAT officers and citizens win/);
  assert.match(said({ type: "ended", winners: [] }), /a draw/);
  assert.equal(said({ type: "no_such_event", seat: 0 }), "");
});

test("moves in words", () => {
  assert.equal(say({ type: "play", card: "flash", targets: [1, 2] }, EN, NAMES), "Use Flash on Bo and Cy");
  assert.equal(say({ type: "play", card: "serum", targets: [] }, EN, NAMES), "Use Serum");
  assert.equal(say({ type: "discard", cards: ["serum", "serum", "vest"] }, EN, NAMES), "Discard Serum ×2 and Vest");
  assert.match(say({ type: "disarm", target: 3, take: "hand" }, EN, NAMES), /Di.*random/);
});

test("a name with braces is only a name", () => {
  assert.equal(tell({ type: "played", seat: 0, card: "serum", targets: [] }, EN, ["{card}"]), "{card} uses Serum.");
});

for (const lang of LANGUAGES) {
  test(`every event and every move has its sentence without a hole left: ${lang}`, () => {
    const words = gameWords(lang);
    for (const event of EVENTS) {
      const text = tell(event, words, NAMES);
      assert.ok(text, JSON.stringify(event));
      assert.doesNotMatch(text, /[{}]|undefined|null|_/, JSON.stringify(event));
    }
    for (const type of Object.keys(words.moves)) assert.ok(words.moves[type]);
    for (const [event] of NIGHTS) {
      const text = tell(event, gameWords(lang, "undercover"), NAMES);
      assert.match(text, /[.。]$/, JSON.stringify(event));
      assert.doesNotMatch(text, /[{}]|undefined|null|_/, JSON.stringify(event));
    }
  });
}

test("cards in a row: alike counted, unknown last", () => {
  assert.deepEqual(cardNames([null, "vest", null, "serum", "vest"], EN), ["Vest ×2", "Serum", "2 cards"]);
  assert.deepEqual(cardNames([null], EN), ["1 card"]);
});

test("what comes twice is there once, in order, the newest telling", () => {
  const heard = [{ n: 1, a: 1 }, { n: 2, a: 1 }];
  assert.deepEqual(merged(heard, [{ n: 3, a: 2 }, { n: 2, a: 2 }]), [{ n: 1, a: 1 }, { n: 2, a: 2 }, { n: 3, a: 2 }]);
});

test("a covered identity is not told by the story either", () => {
  const events = covered([{ n: 1, ...EVENTS[0] }, { n: 2, ...EVENTS[4] }]);
  assert.equal(tell(events[0], EN, NAMES), "The identities are dealt.");
  assert.equal(tell(events[1], EN, NAMES), "Ann draws Vest and Serum.");
  const [own] = covered([{ n: 3, type: "told", bulletins: [[{ kind: "underground" }], null, null, null] }]);
  assert.equal(tell(own, UNDERCOVER, NAMES), "The bulletins are delivered.");
});

test("the story falls into turns, and what came since one was here is marked", () => {
  const events = [
    { n: 1, type: "dealt", identities: [null, null, null, null] },
    { n: 2, type: "turn_began", turn: 1, seat: 2 },
    { n: 3, type: "drew", seat: 2, cards: [null, null] },
    { n: 4, type: "turn_began", turn: 2, seat: 3 },
    { n: 5, type: "drew", seat: 3, cards: [null] },
  ];
  const turns = chapters(events, EN, NAMES, 3);
  assert.deepEqual(turns.map(({ turn, seat }) => [turn, seat]), [[null, null], [1, 2], [2, 3]]);
  assert.deepEqual(turns.map(({ lines }) => lines.length), [1, 2, 2]);
  assert.deepEqual(turns.map(({ lines }) => lines.map(({ fresh }) => fresh)), [[false], [false, false], [true, true]]);
  assert.deepEqual(chapters(events, EN, NAMES)[2].lines[0].fresh, false);
});

test("where rounds are played, each round is a chapter", () => {
  const events = ["night_fell", "dawned", "day_broke", "judged", "night_fell"].map((type, place) => ({
    n: place + 1,
    type,
    round: place < 4 ? 1 : 2,
    dead: [],
    rights: 3,
    out: [],
    tied: null,
  }));
  const rounds = chapters(events, UNDERCOVER, NAMES);
  assert.deepEqual(rounds.map(({ turn, round, lines }) => [turn, round, lines.length]), [[null, 1, 4], [null, 2, 1]]);
});
