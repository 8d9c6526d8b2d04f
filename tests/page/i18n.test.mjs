// The language to begin with, templates, and the page's catalogues: complete, and every word used.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, choose, fill, fits, speaker } from "../../frontend/i18n.js";

const PAGE = new URL("../../frontend/", import.meta.url);
const catalogue = (lang) => JSON.parse(readFileSync(new URL(`words/${lang}.json`, PAGE), "utf8"));

test("a browser's language finds ours", () => {
  const tags = ["zh-TW", "zh-HK", "zh-MO", "zh-Hant-HK", "zh-Hans-TW", "zh-CN", "zh", "zh-SG", "en-GB", "fr"];
  const hant = "zh-Hant";
  const hans = "zh-Hans";
  assert.deepEqual(tags.map(fits), [hant, hant, hant, hant, hans, hans, hans, hans, "en", null]);
});

test("the remembered language comes first, then the browser's order, then English", () => {
  assert.equal(choose("zh-Hant", ["en"]), "zh-Hant");
  assert.equal(choose("tlh", ["fr-FR", "zh-TW", "en"]), "zh-Hant");
  assert.equal(choose(null, ["fr", "de"]), "en");
  assert.equal(choose(null, undefined), "en");
});

test("holes are filled in one pass, numbers choose their form", () => {
  assert.equal(fill("{a} and {b}", { a: "{b}", b: 2 }), "{b} and 2");
  assert.equal(fill("{n} {n:card|cards}", { n: 1 }), "1 card");
  assert.equal(fill("{n} {n:card|cards}", { n: 0 }), "0 cards");
  assert.equal(fill("{unknown} stays", {}), "{unknown} stays");
});

test("a speaker writes lists, numbers and times as its language does", () => {
  const en = speaker("en", { hello: "Hello {name}", cards: "{n} {n:card|cards}" });
  assert.equal(en.t("hello", { name: "Ann" }), "Hello Ann");
  assert.equal(en.t("cards", { n: 1 }), "1 card");
  assert.equal(en.t("no.such.key"), "no.such.key");
  assert.equal(en.list(["A", "B", "C"]), "A, B, and C");
  assert.equal(en.day("2026-11-30", new Date("2026-01-01T00:00:00Z")), "Nov 30");
  assert.equal(en.day("2026-11-30", new Date("2027-01-01T00:00:00Z")), "Nov 30, 2026");
  assert.equal(speaker("zh-Hans", {}).list(["甲", "乙", "丙"]), "甲、乙和丙");
  assert.equal(en.number(1234.5), "1,234.5");
  const noon = new Date(2026, 4, 1, 12, 0);
  assert.match(en.time(noon.toISOString(), noon), /^12:00/);
  assert.match(en.time(noon.toISOString(), new Date(2026, 4, 2)), /^May 1, 12:00/);
  assert.match(en.time(noon.toISOString(), new Date(2027, 4, 1)), /^May 1, 2026, 12:00/);
  assert.match(speaker("zh-Hant", {}).time(noon.toISOString(), new Date(2027, 4, 1)), /^2026年5月1日 .*12:00/);
});

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === "vendor" ? [] : sources(new URL(`${entry.name}/`, folder));
    return entry.name.endsWith(".js") ? [readFileSync(new URL(entry.name, folder), "utf8")] : [];
  });
}

/** The keys that the code asks for: whole ones, and the beginnings of those that end in a code. */
function asked() {
  const whole = new Set();
  const begun = new Set();
  for (const text of sources(PAGE)) {
    // A call may choose between two keys: every literal in the first argument counts.
    for (const [, key] of text.matchAll(/\b(?:t|has)\(\s*"([^"]+)"/g)) whole.add(key);
    for (const [, key] of text.matchAll(/\bt\([^"`()]*\?\s*"([^"]+)"/g)) whole.add(key);
    for (const [, key] of text.matchAll(/\bt\([^"`()]*\?\s*"[^"]+"\s*:\s*"([^"]+)"/g)) whole.add(key);
    for (const [, key] of text.matchAll(/\b(?:t|has)\(\s*`([^`$]+)\$\{/g)) begun.add(key);
  }
  return { whole, begun };
}

test("all three catalogues have the same keys and the same holes", () => {
  const [first, ...others] = LANGUAGES.map(catalogue);
  const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();
  for (const other of others) {
    assert.deepEqual(Object.keys(other).sort(), Object.keys(first).sort());
    for (const key of Object.keys(first)) assert.deepEqual(holes(other[key]), holes(first[key]), key);
  }
});

test("every key that the code asks for is there, and none is left over", () => {
  const words = Object.keys(catalogue("en"));
  const { whole, begun } = asked();
  assert.ok(whole.size > 50);
  assert.deepEqual([...whole].filter((key) => !words.includes(key)), []);
  const used = (key) => whole.has(key) || [...begun].some((start) => key.startsWith(start));
  assert.deepEqual(words.filter((key) => !used(key)), []);
  begun.forEach((start) => assert.ok(words.some((key) => key.startsWith(start)), start));
});

test("the two Chinese catalogues are each in their own characters", () => {
  const simplified = /[们这来时说对开关过还发见长门问间样应让认识读请谁图团戏个]/;
  const traditional = /[們這來時說對開關過還發見長門問間樣應讓認識讀請誰圖團戲個]/;
  for (const [key, text] of Object.entries(catalogue("zh-Hant"))) assert.doesNotMatch(text, simplified, key);
  for (const [key, text] of Object.entries(catalogue("zh-Hans"))) assert.doesNotMatch(text, traditional, key);
});
