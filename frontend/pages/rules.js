// The rulebook: goals, cards, and the numbered sentences, each with an address of its own.

import { useEffect } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { to } from "../routes.js";
import { useSpeaker } from "../store.js";
import { useGameWords, useRulesets } from "../words.js";
import { FAMILY } from "../parts/cards.js";
import { Icon } from "../parts/icons.js";

function Identities({ words }) {
  return html`<ul class="book-cards">
    ${Object.entries(words.identities).map(
      ([identity, { name, goal, powers }]) => html`<li class="book-card identity-${identity}" key=${identity}>
        <${Icon} name=${identity} size=${28} />
        <div><h3>${name}</h3><p>${goal}</p>${powers && html`<p>${powers}</p>`}</div>
      </li>`,
    )}
  </ul>`;
}

function Sides({ words }) {
  return html`<dl class="glossary">
    ${Object.entries(words.sides).map(
      ([side, { name, goal }]) => html`<div key=${side}><dt>${name}</dt><dd>${goal}</dd></div>`,
    )}
  </dl>`;
}

function Cards({ words }) {
  return html`<ul class="book-cards">
    ${Object.entries(words.cards).map(
      ([card, { name, text }]) => html`<li class="book-card family-${FAMILY[card]}" key=${card}>
        <${Icon} name=${card} size=${28} />
        <div><h3>${name}</h3><p>${text}</p></div>
      </li>`,
    )}
  </ul>`;
}

function Chapter({ title, rules, rule, ruleset }) {
  return html`<section class="chapter-rules" aria-label=${title}>
    <h2>${title}</h2>
    <ul class="sentences">
      ${Object.entries(rules).map(
        ([number, sentence]) => html`<li
          key=${number}
          id=${number}
          class=${number === rule ? "found" : ""}
          aria-current=${number === rule ? "true" : undefined}
        >
          <a class="rule-number" href=${to("rules", ruleset, number)}>${number}</a>
          <p>${sentence}</p>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** One of the games, as a link to its rules. */
function Book({ ruleset }) {
  const words = useGameWords(ruleset);
  if (!words) return null;
  return html`<li class="book-card">
    <div><h2><a href=${to("rules", ruleset)}>${words.name}</a></h2><p>${words.tagline}</p></div>
  </li>`;
}

/** The rulebooks there are. */
function Books() {
  const { t } = useSpeaker();
  const rulesets = useRulesets();
  if (!rulesets) return html`<p class="muted">${t("common.loading")}</p>`;
  return html`<div class="book">
    <h1>${t("shell.rules")}</h1>
    <ul class="book-cards">
      ${rulesets.map(({ name }) => html`<${Book} key=${name} ruleset=${name} />`)}
    </ul>
  </div>`;
}

/** The rulebook page of a game, or of all; `rule` is the sentence to show. */
export function Rules({ ruleset, rule }) {
  return ruleset ? html`<${Rulebook} ruleset=${ruleset} rule=${rule} />` : html`<${Books} />`;
}

function Rulebook({ ruleset, rule }) {
  const { t } = useSpeaker();
  const words = useGameWords(ruleset);
  useEffect(() => {
    const sentence = words && rule && document.getElementById(rule);
    if (sentence) sentence.scrollIntoView({ block: "center" });
  }, [Boolean(words), rule]);
  if (!words) return html`<p class="muted">${t("common.loading")}</p>`;
  return html`<div class="book">
    <h1>${t("rules.title", { game: words.name })}</h1>
    <p class="lead">${words.tagline}</p>
    <section aria-label=${t("rules.identities")}>
      <h2>${t("rules.identities")}</h2>
      <${Identities} words=${words} />
    </section>
    ${words.sides &&
    html`<section aria-label=${t("rules.sides")}>
      <h2>${t("rules.sides")}</h2>
      <${Sides} words=${words} />
    </section>`}
    ${words.cards &&
    html`<section aria-label=${t("rules.cards")}>
      <h2>${t("rules.cards")}</h2>
      <${Cards} words=${words} />
    </section>`}
    ${words.glossary &&
    html`<section aria-label=${t("rules.glossary")}>
      <h2>${t("rules.glossary")}</h2>
      <dl class="glossary">
        ${words.glossary.map(({ name, text }) => html`<div key=${name}><dt>${name}</dt><dd>${text}</dd></div>`)}
      </dl>
    </section>`}
    <p class="muted">${t("rules.numbers")}</p>
    ${words.rules.map(
      (chapter) => html`<${Chapter} key=${chapter.title} ...${chapter} rule=${rule} ruleset=${ruleset} />`,
    )}
  </div>`;
}
