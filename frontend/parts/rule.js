// The number of a rule: a click opens its sentence, and from there the rulebook.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";

/** The sentence of a rule; null if the words have none. */
function ruleSentence(words, number) {
  const chapter = words.rules.find((each) => number in each.rules);
  return chapter ? chapter.rules[number] : null;
}

/** A rule's number as a button that opens its sentence. */
export function Rule({ words, number }) {
  const { t } = useSpeaker();
  const [shown, show] = useState(false);
  const sentence = ruleSentence(words, number);
  if (!sentence) return html`<span class="rule-number">${number}</span>`;
  return html`<span class="rule">
    <button
      type="button"
      class="rule-number"
      aria-expanded=${String(shown)}
      aria-label=${t("rule.show", { number })}
      onClick=${() => show(!shown)}
    >
      ${number}
    </button>
    ${shown &&
    html`<span class="rule-sentence">
      ${sentence} <a href=${to("rules", words.ruleset, number)}>${t("rule.in_book")}</a>
    </span>`}
  </span>`;
}

/** Why something can't be done: the game's sentence for the code, and the rule's number. */
export function Refusal({ words, code, rule }) {
  const { t } = useSpeaker();
  return html`<span class="refusal">
    ${words.refusals[code] || t("error.unknown", { code })} ${rule && html`<${Rule} words=${words} number=${rule} />`}
  </span>`;
}
