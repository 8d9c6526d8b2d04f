// The house rules: what each is about, how it is chosen, and what its values are called.

import { html } from "../vendor/html.js";
import { complaint } from "../api.js";
import { fill } from "../i18n.js";
import { useSpeaker } from "../store.js";
import { NumberField, SelectField, TextField } from "./fields.js";
import { Fact } from "./marks.js";
import { Rule } from "./rule.js";
import { ZoneField } from "./zone.js";

/** Whether two values of a house rule are the same. */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What can be counted: identities, cards. */
const countable = (words) => ({ ...words.identities, ...words.cards });

/** The name of what is counted: a card, an identity. */
function counted(words, key) {
  const named = countable(words)[key];
  return named ? named.name : key;
}

/** The label of a value of a house rule. */
export function valueLabel(words, option, value) {
  const labels = words.options[option].values;
  if (option === "first" && typeof value === "number") return fill(labels.seat, { number: value + 1 });
  if (value !== null && typeof value === "object") {
    return inOrder(words, Object.keys(value))
      .map((key) => `${counted(words, key)} ${value[key]}`)
      .join(words.lists.separator);
  }
  return labels[String(value)] || String(value);
}

/** What is counted, in the order in which the game's words name it. */
function inOrder(words, keys) {
  const order = Object.keys(countable(words));
  return [...keys].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Several counts in a row, and their sum. */
function Counts({ option, value, words, error, onValue }) {
  const { t } = useSpeaker();
  const sum = Object.values(value).reduce((all, each) => all + (Number(each) || 0), 0);
  return html`<fieldset class=${error ? "counts has-error" : "counts"}>
    <legend class="sr">${words.options[option.name].name}</legend>
    <div class="counts-grid">
      ${inOrder(words, Object.keys(value)).map(
        (key) => html`<${NumberField}
          key=${key}
          label=${counted(words, key)}
          value=${value[key]}
          min=${option.least}
          max=${option.most}
          onValue=${(count) => onValue({ ...value, [key]: count })}
        />`,
      )}
    </div>
    <p class="help">${t("create.sum", { count: sum })}</p>
    ${error && html`<p class="error">${error}</p>`}
  </fieldset>`;
}

/** The control for one house rule. */
function Control({ option, value, words, seats, error, onValue }) {
  const { t } = useSpeaker();
  const label = words.options[option.name].name;
  const choice = (values) => html`<${SelectField}
    label=${label}
    error=${error}
    value=${value}
    choices=${values.map((each) => [each, valueLabel(words, option.name, each)])}
    onValue=${onValue}
  />`;
  switch (option.type) {
    case "choice":
      return choice(option.choices);
    case "flag":
      return choice([true, false]);
    case "seat_or_random":
      return choice(["random", ...Array.from({ length: seats }, (_, seat) => seat)]);
    case "counts":
      return html`<${Counts} option=${option} value=${value} words=${words} error=${error} onValue=${onValue} />`;
    case "time":
      return html`<${TextField}
        label=${label}
        error=${error}
        type="time"
        value=${value || ""}
        onValue=${(time) => onValue(time || null)}
      />`;
    case "time_zone":
      return html`<${ZoneField} label=${label} wrong=${Boolean(error)} value=${value} onValue=${onValue} />`;
    default:
      return html`<${NumberField}
        label=${label}
        help=${t("create.bounds", { least: option.least, most: option.most })}
        error=${error}
        value=${value}
        min=${option.least}
        max=${option.most}
        onValue=${onValue}
      />`;
  }
}

/** One house rule: what it is about, its control, whether it was changed. */
export function HouseRule({ option, fallback, chosen, words, seats, problem, onValue }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const value = chosen === undefined ? fallback : chosen;
  const changed = chosen !== undefined && !isSame(chosen, fallback);
  const { name, help } = words.options[option.name];
  const wrong = problem && problem.at(`/options/${option.name}`);
  const error = wrong ? words.refusals[wrong.code || problem.code] || complaint(problem, speaker) : null;
  return html`<div class=${changed ? "house changed" : "house"}>
    <h3>
      ${name} <${Rule} words=${words} number=${option.rule} />
      ${changed && html`<${Fact}>${t("create.changed")}<//>`}
    </h3>
    <p class="help">${help}</p>
    <${Control} option=${option} value=${value} words=${words} seats=${seats} error=${error} onValue=${onValue} />
    ${changed &&
    html`<button type="button" class="plain" onClick=${() => onValue(undefined)}>
      ${t("create.reset", { value: valueLabel(words, option.name, fallback) })}
    </button>`}
  </div>`;
}
