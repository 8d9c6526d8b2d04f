// The page's files hang together without a build: what is imported is there, and all of it is asked for at once.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const PAGE = new URL("../../frontend/", import.meta.url);
const index = readFileSync(new URL("index.html", PAGE), "utf8");

/** Every module that app.js needs, by its address from the page. */
function needed(file = "app.js", found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(new URL(file, PAGE), "utf8");
  for (const [, address] of text.matchAll(/\bfrom\s*"(\.[^"]+)"/g)) {
    const target = new URL(address, new URL(file, PAGE));
    assert.ok(existsSync(target), `${file} imports ${address}`);
    needed(target.href.slice(PAGE.href.length), found);
  }
  return found;
}

const links = (rel) =>
  [...index.matchAll(new RegExp(`<link rel="${rel}" href="([^"]+)"`, "g"))].map(([, href]) => href);

test("what app.js needs is preloaded, and nothing else", () => {
  assert.deepEqual(links("modulepreload").sort(), [...needed()].filter((file) => file !== "app.js").sort());
});

test("no module lies about that nobody needs", () => {
  const there = ["", "account/", "pages/", "parts/", "undercover/"].flatMap((folder) =>
    readdirSync(new URL(folder || ".", PAGE)).filter((name) => name.endsWith(".js")).map((name) => folder + name),
  );
  assert.deepEqual(there.filter((file) => !needed().has(file)), []);
});

test("every style sheet is linked", () => {
  const there = readdirSync(new URL("style/", PAGE)).map((name) => `style/${name}`);
  assert.deepEqual(links("stylesheet").sort(), ["style.css", ...there].sort());
});

test("nothing is written into the page that its policy forbids", () => {
  assert.doesNotMatch(index, /<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  for (const file of needed()) {
    if (file.startsWith("vendor/")) continue;
    const text = readFileSync(new URL(file, PAGE), "utf8");
    const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|\beval\(|new Function|style="/;
    assert.doesNotMatch(text, forbidden, file);
  }
});

test("no rule's number and no card's name decides anything outside the drawings", () => {
  const pictures = ["parts/icons.js", "parts/cards.js", "pages/door.js"];
  for (const file of needed()) {
    if (file.startsWith("vendor/") || pictures.includes(file)) continue;
    const code = readFileSync(new URL(file, PAGE), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /"F\d+"|single_bullet|double_bullet|grenade|control_room|storeroom|supermarket/, file);
  }
});
