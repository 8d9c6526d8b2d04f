// The house rules of a game, those that differ from the default first.

import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { valueLabel } from "./house.js";
import { Fact } from "./marks.js";
import { Rule } from "./rule.js";

function Rules({ rules, words }) {
  const { t } = useSpeaker();
  return html`<dl class="summary">
    ${rules.map(
      ({ option, value, rule, default: usual }) => html`<div class=${usual ? "" : "changed"} key=${option}>
        <dt>${words.options[option].name} <${Rule} words=${words} number=${rule} /></dt>
        <dd>
          ${valueLabel(words, option, value)}
          ${!usual && html` <${Fact}>${t("create.changed")}<//>`}
        </dd>
      </div>`,
    )}
  </dl>`;
}

/** The rules that a game is played by: those that differ and the mix of identities at once, the usual ones folded. */
export function Summary({ summary, words }) {
  const { t } = useSpeaker();
  const shown = summary.filter((each) => !each.default || each.option === "identities");
  const usual = summary.filter((each) => !shown.includes(each));
  return html`<div>
    <${Rules} rules=${shown} words=${words} />
    ${usual.length > 0 &&
    html`<details class="usual">
      <summary>${t("summary.usual", { count: usual.length })}</summary>
      <${Rules} rules=${usual} words=${words} />
    </details>`}
  </div>`;
}
