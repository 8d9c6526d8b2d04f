// Creating a game: seats, who may come, bots, and every house rule explained.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { fill } from "../i18n.js";
import { go } from "../routes.js";
import { useSpeaker } from "../store.js";
import { useGameWords } from "../words.js";
import { CheckField, NumberField, SelectField, TextField } from "../parts/fields.js";
import { Fact } from "../parts/marks.js";
import { Rule } from "../parts/rule.js";

const RULESET = "fireline";
const STARTS = ["full", "creator"];

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The name of what is counted: a card, an identity. */
function counted(words, key) {
  if (words.cards[key]) return words.cards[key].name;
  return words.identities[key] ? words.identities[key].name : key;
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
  const order = [...Object.keys(words.identities), ...Object.keys(words.cards)];
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
function HouseRule({ option, fallback, chosen, words, seats, problem, onValue }) {
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

/** What each house rule is if nothing is chosen, for a number of seats. */
function defaults({ options, defaults: bySeats }, seats) {
  const always = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return { ...always, ...bySeats[String(seats)] };
}

const EMPTY = { seats: 6, title: "", private: false, start: "full", bots: 0, level: "sensible", options: {} };

/** The house rules that were chosen and differ from what holds anyway. */
const changesOf = ({ options }, fallbacks) =>
  Object.entries(options).filter(([name, value]) => value !== undefined && !isSame(value, fallbacks[name]));

/** Everything that the form holds, and how to send it. */
function useForm(ruleset) {
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const set = (patch) => setForm((old) => ({ ...old, ...patch }));
  const fallbacks = ruleset && defaults(ruleset, form.seats);

  async function create(event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { seats, title, start } = form;
      const options = Object.fromEntries(changesOf(form, fallbacks));
      const body = { ruleset: RULESET, seats, title, start, private: form.private, options };
      const game = await server.post("/games", body);
      const { level, bots: count } = form;
      // If this fails, the game is there all the same, and its waiting room has the same button.
      if (count) await server.post(`/games/${game.id}/bots`, { level, count }).catch(() => {});
      go("game", game.id);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }
  return { form, set, fallbacks, problem, busy, create };
}

/** The page for creating a game. */
export function Create() {
  const speaker = useSpeaker();
  const { t } = speaker;
  const words = useGameWords(RULESET);
  const [ruleset, setRuleset] = useState(null);
  useEffect(() => {
    server.get("/rulesets").then(({ rulesets }) => setRuleset(rulesets.find(({ name }) => name === RULESET)));
  }, []);
  const { form, set, fallbacks, problem, busy, create } = useForm(ruleset);
  if (!words || !ruleset || !fallbacks) return html`<p class="muted">${t("common.loading")}</p>`;
  const { least, most } = ruleset.seats;
  const counts = (from, upTo, label) => Array.from({ length: upTo - from + 1 }, (_, n) => [from + n, label(from + n)]);
  const bots = (count) => (count ? t("create.bot_count", { count }) : t("create.no_bots"));
  const placed = problem && problem.at && ruleset.options.some(({ name }) => problem.at(`/options/${name}`));
  const changes = changesOf(form, fallbacks).length;
  return html`<form class="create" onSubmit=${create} novalidate>
    <h1>${t("create.title")}</h1>
    <section class="card" aria-label=${t("create.basics")}>
      <${SelectField}
        label=${t("create.seats")}
        help=${t("create.seats_help", { mix: valueLabel(words, "identities", fallbacks.identities) })}
        value=${form.seats}
        choices=${counts(least, most, (count) => t("create.players", { count }))}
        onValue=${(seats) => set({ seats, bots: Math.min(form.bots, seats - 1), options: {} })}
      />
      <${SelectField}
        label=${t("create.bots")}
        help=${t("create.bots_help")}
        value=${form.bots}
        choices=${counts(0, form.seats - 1, bots)}
        onValue=${(bots) => set({ bots })}
      />
      ${form.bots > 0 &&
      html`<${SelectField}
        label=${t("create.level")}
        value=${form.level}
        choices=${ruleset.bots.map((level) => [level, t(`level.${level}`)])}
        onValue=${(level) => set({ level })}
      />`}
      <${SelectField}
        label=${t("create.start")}
        value=${form.start}
        choices=${STARTS.map((start) => [start, t(`start.${start}`)])}
        onValue=${(start) => set({ start })}
      />
      <${TextField}
        label=${t("create.name")}
        help=${t("create.name_help")}
        error=${problem && problem.at && problem.at("/title") ? complaint(problem, speaker) : null}
        value=${form.title}
        maxlength="60"
        onValue=${(title) => set({ title })}
      />
      <${CheckField}
        label=${t("create.private")}
        help=${t("create.private_help")}
        value=${form.private}
        onValue=${(value) => set({ private: value })}
      />
    </section>
    <details class="card" open=${placed || undefined}>
      <summary>
        <h2>${t("create.rules")}</h2>
        <span class="muted">${changes ? t("create.changes", { count: changes }) : t("create.defaults")}</span>
      </summary>
      ${ruleset.options.map(
        (option) => html`<${HouseRule}
          key=${option.name}
          option=${option}
          fallback=${fallbacks[option.name]}
          chosen=${form.options[option.name]}
          words=${words}
          seats=${form.seats}
          problem=${problem && problem.at ? problem : null}
          onValue=${(value) => set({ options: { ...form.options, [option.name]: value } })}
        />`,
      )}
    </details>
    ${problem && !placed && html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`}
    ${placed && html`<p class="error" role="alert">${t("create.look_above")}</p>`}
    <div class="buttons">
      <button type="submit" class="primary" disabled=${busy}>${t("create.create")}</button>
    </div>
  </form>`;
}
