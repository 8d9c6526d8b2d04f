// The story in words: every event of the game in every language, grouped by turn.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES } from "../../frontend/i18n.js";
import { cardNames, chapters, covered, merged, say, tell } from "../../frontend/story.js";

const gameWords = (lang) =>
  JSON.parse(readFileSync(new URL(`../../engine/fireline/words/${lang}.json`, import.meta.url), "utf8"));
const EN = gameWords("en");
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
  { type: "hurt", seat: 1, damage: 0 },
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
