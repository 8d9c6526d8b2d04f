// Talk: quoting what was said, and how much of it is still unread.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newIn } from "../../frontend/heard.js";
import { step } from "../../frontend/parts/tabs.js";
import { pieces, quoteOf } from "../../frontend/quotes.js";

test("a quote names who said it, line by line, without what he had quoted himself", () => {
  assert.equal(quoteOf("Bo", "one\ntwo"), "> Bo: one\n> two");
  assert.equal(quoteOf("Bo", "> Ann: old\nnew"), "> Bo: new");
  assert.ok(quoteOf("Bo", "x".repeat(2000)).length < 320);
});

test("a quote is shown as such, and the rest as it is", () => {
  assert.deepEqual(pieces("plain"), [{ quoted: false, text: "plain" }]);
  assert.deepEqual(pieces("> Bo: one\n> two\nI see.\n\nReally."), [
    { quoted: true, text: "Bo: one\ntwo" },
    { quoted: false, text: "I see.\n\nReally." },
  ]);
  assert.deepEqual(pieces("a > b"), [{ quoted: false, text: "a > b" }]);
});

test("what is unread is counted by channel; a channel never seen is all unread", () => {
  const channels = [{ name: "table", last: 7 }, { name: "dead", last: 2 }];
  assert.deepEqual(newIn(channels, { table: 5 }), { table: 2, dead: 2 });
  assert.deepEqual(newIn(channels, { table: 9, dead: 2 }), { table: 0, dead: 0 });
});

test("arrow keys go round the tabs", () => {
  assert.equal(step("ArrowRight", 3, 4), 0);
  assert.equal(step("ArrowLeft", 0, 4), 3);
  assert.equal(step("Home", 2, 4), 0);
  assert.equal(step("End", 0, 4), 3);
  assert.equal(step("a", 0, 4), null);
});
