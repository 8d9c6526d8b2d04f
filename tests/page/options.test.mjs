// A move is composed out of options click by click: what is lit, what is ready, what is refused and why.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as o from "../../frontend/options.js";

const hole = (pick, least = 1, most = 1) => ({ pick, least, most });

const OPTIONS = [
  { type: "play", card: "single_bullet", targets: hole([1, 2, 4]) },
  { type: "play", card: "double_bullet", targets: hole([1, 2, 4], 1, 2) },
  { type: "play", card: "flash", targets: [1, 2] },
  { type: "play", card: "flash", targets: [2, 3] },
  { type: "disarm", target: 3, take: hole(["hand", "vest"]) },
  { type: "disarm", target: 1, take: hole(["smoke"]) },
  { type: "equip", card: hole(["restaurant", "vest"]) },
  { type: "play", card: "serum", targets: [] },
  { type: "remove", card: "restaurant" },
  { type: "end" },
];
const BARRED = [
  { move: "play", card: "single_bullet", target: 3, code: "target_smoked", rule: "F28" },
  { move: "play", card: "single_bullet", target: 0, code: "bullet_oneself", rule: "F25" },
  { move: "play", card: "grenade", target: null, code: "skill_spent", rule: "F13" },
  { move: "play", card: "smoke", target: 0, code: "smoke_oneself", rule: "F30" },
  { move: "play", card: "smoke", target: 1, code: "control_room", rule: "F64" },
  { move: "equip", card: "restaurant", target: null, code: "equip_spent", rule: "F13" },
  { move: "remove", card: "restaurant", target: null, code: "same_turn", rule: "F63" },
];

const clicks = (options, draft, ...values) =>
  values.reduce((made, [field, value]) => o.put(options, made, field, value), draft);

test("a card with one target: lit are the targets that the option holds", () => {
  const draft = o.begin(OPTIONS, "hand", "single_bullet", 0);
  assert.deepEqual(draft, { type: "play", card: "single_bullet", fields: { card: "single_bullet" }, places: [0] });
  assert.deepEqual(o.clickable(OPTIONS, draft, "targets"), [1, 2, 4]);
  assert.equal(o.ready(OPTIONS, draft), null);
  assert.deepEqual(o.pending(OPTIONS, draft), { field: "targets", least: 1, most: 1, taken: [] });
  const aimed = o.put(OPTIONS, draft, "targets", 2);
  assert.deepEqual(o.ready(OPTIONS, aimed), { type: "play", card: "single_bullet", targets: [2] });
  assert.equal(o.pending(OPTIONS, aimed), null);
});

test("another target takes the place of the first, the same one is given up, one not lit is nothing", () => {
  const aimed = clicks(OPTIONS, o.begin(OPTIONS, "hand", "single_bullet"), ["targets", 2]);
  assert.deepEqual(o.clickable(OPTIONS, aimed, "targets"), [1, 2, 4]);
  assert.deepEqual(o.put(OPTIONS, aimed, "targets", 4).fields.targets, [4]);
  assert.equal(o.put(OPTIONS, aimed, "targets", 2).fields.targets, undefined);
  assert.equal(o.put(OPTIONS, aimed, "targets", 3), null);
});

test("one or two targets: ready with one, may be extended, a third drops the oldest", () => {
  const one = clicks(OPTIONS, o.begin(OPTIONS, "hand", "double_bullet"), ["targets", 1]);
  assert.deepEqual(o.ready(OPTIONS, one).targets, [1]);
  assert.deepEqual(o.clickable(OPTIONS, one, "targets"), [2, 4]);
  const two = o.put(OPTIONS, one, "targets", 4);
  assert.deepEqual(o.ready(OPTIONS, two).targets, [1, 4]);
  assert.deepEqual(o.put(OPTIONS, two, "targets", 2).fields.targets, [4, 2]);
});

test("pairs: the second click is limited to the partners, and the pair is said as the option says it", () => {
  const draft = o.begin(OPTIONS, "hand", "flash");
  assert.deepEqual(o.clickable(OPTIONS, draft, "targets"), [1, 2, 3]);
  const middle = o.put(OPTIONS, draft, "targets", 2);
  assert.equal(o.ready(OPTIONS, middle), null);
  assert.deepEqual(o.clickable(OPTIONS, middle, "targets"), [1, 3]);
  const pair = o.put(OPTIONS, middle, "targets", 1);
  assert.deepEqual(o.ready(OPTIONS, pair), { type: "play", card: "flash", targets: [1, 2] });
  assert.deepEqual(o.ready(OPTIONS, o.put(OPTIONS, draft, "targets", 3)).targets, [2, 3]);
});

test("a card whose move doesn't name it: first whom, then what to take", () => {
  const draft = o.begin(OPTIONS, "hand", "disarm", 4);
  assert.deepEqual(draft.fields, {});
  const names = (made) => o.asked(OPTIONS, made).map(({ field }) => field);
  assert.deepEqual(names(draft), ["target"], "what to take is asked when it is known from whom");
  assert.deepEqual(names(o.put(OPTIONS, draft, "target", 3)), ["target", "take"]);
  assert.deepEqual(o.clickable(OPTIONS, draft, "target"), [3, 1]);
  const aimed = o.put(OPTIONS, draft, "target", 3);
  assert.deepEqual(o.pending(OPTIONS, aimed).field, "take");
  assert.deepEqual(o.clickable(OPTIONS, aimed, "take"), ["hand", "vest"]);
  const whole = o.put(OPTIONS, aimed, "take", "vest");
  assert.deepEqual(o.ready(OPTIONS, whole), { type: "disarm", target: 3, take: "vest" });
  assert.deepEqual(o.clickable(OPTIONS, whole, "target"), [3, 1], "another may still be named instead");
  assert.deepEqual(o.clickable(OPTIONS, whole, "take"), ["hand", "vest"]);
  assert.deepEqual(o.ready(OPTIONS, o.put(OPTIONS, draft, "target", 1)), { type: "disarm", target: 1, take: "smoke" });
  assert.deepEqual(o.put(OPTIONS, whole, "target", 1).fields, { target: 1 }, "a vest can't be taken from seat 1");
});

test("cards that need nothing more are ready at once", () => {
  assert.deepEqual(o.ready(OPTIONS, o.begin(OPTIONS, "hand", "serum")), { type: "play", card: "serum", targets: [] });
  assert.deepEqual(o.ready(OPTIONS, o.begin(OPTIONS, "hand", "vest")), { type: "equip", card: "vest" });
  assert.deepEqual(o.questions(OPTIONS, o.begin(OPTIONS, "hand", "serum")), []);
});

test("the same card means another move in front than in the hand", () => {
  assert.deepEqual(o.ready(OPTIONS, o.begin(OPTIONS, "hand", "restaurant")), { type: "equip", card: "restaurant" });
  assert.deepEqual(o.ready(OPTIONS, o.begin(OPTIONS, "front", "restaurant")), { type: "remove", card: "restaurant" });
  assert.equal(o.begin(OPTIONS, "front", "vest"), null);
  assert.equal(o.begin(OPTIONS, "hand", "grenade"), null);
});

test("what is said without a card: the end, and each rescue by name", () => {
  assert.deepEqual(o.bare(OPTIONS), ["end"]);
  assert.deepEqual(o.spoken(OPTIONS), [{ type: "end" }]);
  const window = [{ type: "rescue", target: hole([1, 5]) }, { type: "pass" }];
  const moves = [{ type: "rescue", target: 1 }, { type: "rescue", target: 5 }, { type: "pass" }];
  assert.deepEqual(o.spoken(window), moves);
  moves.forEach((move) => assert.deepEqual(o.ready(window, o.said(move)), move));
  assert.equal(o.ready(window, o.said({ type: "rescue", target: 2 })), null);
  const kit = o.begin(window, "hand", "first_aid", 0);
  assert.deepEqual(o.clickable(window, kit, "target"), [1, 5]);
});

test("discarding: cards by their place in the hand, each as often as it is there", () => {
  const options = [{ type: "discard", cards: hole(["serum", "serum", "smoke", "vest"], 2, 2) }];
  const one = o.begin(options, "hand", "serum", 1);
  assert.deepEqual([one.fields.cards, one.places], [["serum"], [1]]);
  assert.equal(o.ready(options, one), null);
  assert.deepEqual(o.lit(options, one, "cards"), ["serum", "smoke", "vest"]);
  const two = o.toggleCard(one, "serum", 0);
  assert.deepEqual(o.ready(options, two), { type: "discard", cards: ["serum", "serum"] });
  assert.deepEqual(o.lit(options, two, "cards"), []);
  const other = o.toggleCard(o.toggleCard(two, "serum", 1), "smoke", 2);
  assert.deepEqual([other.fields.cards, other.places], [["serum", "smoke"], [0, 2]]);
  assert.deepEqual(o.open(options, o.toggleCard(two, "vest", 3)), [], "three are too many");
});

test("a card given up by its place is the one given up, and a changed hand is noticed", () => {
  const options = [{ type: "discard", cards: hole(["serum", "serum", "smoke"], 3, 3) }];
  const all = [["serum", 0], ["smoke", 2], ["serum", 1]].reduce(
    (made, [card, place]) => (made ? o.toggleCard(made, card, place) : o.begin(options, "hand", card, place)),
    null,
  );
  const less = o.toggleCard(all, "serum", 1);
  assert.deepEqual([less.fields.cards, less.places], [["serum", "smoke"], [0, 2]]);
  assert.equal(o.holds(less, ["serum", "serum", "smoke"]), true);
  assert.equal(o.holds(less, ["serum", "smoke"]), false);
  assert.equal(o.holds(o.begin(OPTIONS, "hand", "vest", 1), ["serum", "vest"]), true);
  assert.equal(o.holds(o.begin(OPTIONS, "hand", "vest", 1), ["vest", "serum"]), false);
});

test("no card chosen yet is not a discard, even if all that is there must go", () => {
  const options = [{ type: "discard", cards: hole(["serum", "vest"], 1, 1) }];
  const none = o.toggleCard(o.begin(options, "hand", "serum", 0), "serum", 0);
  assert.equal(o.ready(options, none), null);
  assert.equal(o.pending(options, none).field, "cards");
});

test("a draft that no option holds any more is closed", () => {
  const draft = clicks(OPTIONS, o.begin(OPTIONS, "hand", "single_bullet"), ["targets", 2]);
  assert.equal(o.open(OPTIONS, draft).length, 1);
  assert.deepEqual(o.open([{ type: "end" }], draft), []);
  assert.equal(o.ready([{ type: "end" }], draft), null);
});

test("the reason for what is not lit is the server's", () => {
  assert.deepEqual(o.reason(BARRED, "single_bullet", 3).code, "target_smoked");
  assert.equal(o.reason(BARRED, "single_bullet", 4), null);
  assert.equal(o.reason(BARRED, "grenade", 4).code, "skill_spent");
  assert.equal(o.reasonForCard(BARRED, "grenade").rule, "F13");
  assert.equal(o.reasonForCard(BARRED, "smoke").code, "control_room", "not that one can't smoke oneself");
  assert.equal(o.reasonForCard(BARRED, "serum"), null);
  assert.equal(o.reasonForCard(BARRED, "restaurant").code, "equip_spent", "in the hand");
  assert.equal(o.reason(BARRED, "restaurant", null, "front").code, "same_turn", "in front");
});
