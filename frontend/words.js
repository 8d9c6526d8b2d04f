// Fetching words: the page's own beside its files, a game's from the server. Each is fetched once a language.

import { useEffect, useState } from "./vendor/hooks.js";
import { choose, speaker } from "./i18n.js";
import { server } from "./api.js";
import { memory, store, useStore } from "./store.js";

const games = new Map();
let known = null;

/** Speak this language from now on, and remember it if a person chose it. */
export async function speak(lang, chosen = false) {
  const answer = await fetch(new URL(`words/${lang}.json`, import.meta.url));
  const catalogue = await answer.json();
  if (chosen) memory.write("lang", lang);
  document.documentElement.lang = lang;
  store.set({ lang, speaker: speaker(lang, catalogue) });
}

/** The language to begin with. */
export const firstLanguage = () => choose(memory.read("lang"), navigator.languages || [navigator.language]);

function fetched(ruleset, lang) {
  const key = `${ruleset}/${lang}`;
  if (!games.has(key)) {
    const asked = server.get(`/rulesets/${ruleset}/words/${lang}`).then((words) => ({ ...words, ruleset }));
    games.set(key, asked);
    asked.catch(() => games.delete(key));
  }
  return games.get(key);
}

/** The games that can be played, as the server tells of them; null until it has. */
export function useRulesets() {
  const [rulesets, setRulesets] = useState(null);
  useEffect(() => {
    let wanted = true;
    if (!known) known = server.get("/rulesets");
    known.then(
      (came) => wanted && setRulesets(came.rulesets),
      () => {
        known = null;
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  return rulesets;
}

/** A game's words in the language chosen; null until they are there. The old ones stay until the new have come. */
export function useGameWords(ruleset) {
  const lang = useStore((state) => state.lang);
  const [words, setWords] = useState(null);
  useEffect(() => {
    let wanted = Boolean(ruleset);
    let timer = null;
    const ask = (rest) =>
      fetched(ruleset, lang).then(
        (came) => wanted && setWords(came),
        () => wanted && (timer = setTimeout(ask, rest, Math.min(2 * rest, 30000))),
      );
    if (wanted) ask(1000);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [ruleset, lang]);
  return words;
}
