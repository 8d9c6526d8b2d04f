// Creating a game: seats, who may come, bots, and every house rule explained.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { go } from "../routes.js";
import { useSpeaker } from "../store.js";
import { useGameWords, useRulesets } from "../words.js";
import { CheckField, SelectField, TextField } from "../parts/fields.js";
import { HouseRule, isSame, valueLabel } from "../parts/house.js";
import { ConductFields, PaceFields } from "../parts/pace.js";
import { conductBody, noPace, paceBody, scheduleBody } from "../pace.js";

const STARTS = ["full", "creator"];

/** What each house rule is if nothing is chosen, for a number of seats. */
function defaults({ options, defaults: bySeats }, seats) {
  const always = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return { ...always, ...bySeats[String(seats)] };
}

const EMPTY = { title: "", private: false, start: "full", bots: 0, level: "sensible", pace: noPace(), conduct: {} };

/** Seats of a game that nobody has chosen yet, as far as it can be played by so few. */
const USUAL = 6;

/** What of the form belongs to one game alone. */
const fresh = ({ name, seats }) => ({
  ruleset: name,
  seats: Math.max(seats.least, USUAL),
  bots: 0,
  options: {},
  pace: noPace(),
});

/** The house rules that were chosen and differ from what holds anyway. */
const changesOf = ({ options }, fallbacks) =>
  Object.entries(options).filter(([name, value]) => value !== undefined && !isSame(value, fallbacks[name]));

/** Everything that the form holds, and how to send it. */
function useForm(rulesets, first) {
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const set = (patch) => setForm((old) => ({ ...old, ...patch }));
  const choose = (ruleset) => {
    setProblem(null);
    set(fresh(ruleset));
  };
  useEffect(() => {
    if (rulesets) choose(rulesets.find(({ name }) => name === first) || rulesets[0]);
  }, [Boolean(rulesets)]);
  const ruleset = rulesets && rulesets.find(({ name }) => name === form.ruleset);
  const fallbacks = ruleset && defaults(ruleset, form.seats);

  async function create(event) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { seats, title, start } = form;
      const timed = form.pace.name === "house" ? [] : ruleset.timed;
      const options = Object.fromEntries(changesOf(form, fallbacks).filter(([name]) => !timed.includes(name)));
      const body = { ruleset: ruleset.name, seats, title, start, private: form.private, options };
      Object.assign(body, { pace: paceBody(form.pace, ruleset), conduct: conductBody(form.conduct) });
      Object.assign(body, scheduleBody(form.startsAt, form.fill));
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
  return { form, set, choose, ruleset, fallbacks, problem, busy, create };
}

/** One of the games to choose from. */
function Choice({ ruleset, chosen, onChoose }) {
  const { t } = useSpeaker();
  const words = useGameWords(ruleset.name);
  const { least, most } = ruleset.seats;
  return html`<label class=${chosen ? "choice chosen" : "choice"}>
    <input type="radio" name="ruleset" value=${ruleset.name} checked=${chosen} onChange=${() => onChoose(ruleset)} />
    <span>
      <strong>${words && words.name}</strong> <span class="muted small">${t("create.range", { least, most })}</span>
      <span class="choice-line">${words && words.tagline}</span>
    </span>
  </label>`;
}

/** Who is what if nothing is chosen: the mix of identities, or how many lead each side. */
function mixOf(words, fallbacks, t) {
  const value = (option) => valueLabel(words, option, fallbacks[option]);
  if (fallbacks.identities) return t("create.seats_help", { mix: value("identities") });
  return t("round.leaders", { option: words.options.leaders.name, value: value("leaders") });
}

/** How many sit there, who may come, and when it begins. */
function Basics({ form, set, ruleset, fallbacks, problem, words }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { least, most } = ruleset.seats;
  const counts = (from, upTo, label) => Array.from({ length: upTo - from + 1 }, (_, n) => [from + n, label(from + n)]);
  const bots = (count) => (count ? t("create.bot_count", { count }) : t("create.no_bots"));
  return html`<section class="card" aria-label=${t("create.basics")}>
    <${SelectField}
      label=${t("create.seats")}
      help=${mixOf(words, fallbacks, t)}
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
  </section>`;
}

/** All house rules, folded away. */
function HouseRules({ form, set, ruleset, fallbacks, problem, placed, words }) {
  const { t } = useSpeaker();
  const changes = changesOf(form, fallbacks).length;
  return html`<details class="card house-rules" open=${placed || undefined}>
    <summary>
      <h2>${t("create.rules")}</h2>
      <span class="muted">${changes ? t("create.changes", { count: changes }) : t("create.defaults")}</span>
    </summary>
    ${ruleset.options
      .filter(({ name }) => form.pace.name === "house" || !ruleset.timed.includes(name))
      .map(
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
  </details>`;
}

/** The page for creating a game; `game` is the one that is chosen at first. */
export function Create({ game }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const rulesets = useRulesets();
  const { choose, busy, create, ...rest } = useForm(rulesets, game);
  const { form, ruleset, problem } = rest;
  const words = useGameWords(form.ruleset);
  if (!ruleset) return html`<p class="muted">${t("common.loading")}</p>`;
  const placed = problem && problem.at && ruleset.options.some(({ name }) => problem.at(`/options/${name}`));
  // While another game's words are on their way, the old ones don't fit.
  const fits = words && words.ruleset === form.ruleset;
  return html`<form class="create" onSubmit=${create} novalidate>
    <h1>${t("create.title")}</h1>
    <fieldset class="choices">
      <legend class="sr">${t("create.game")}</legend>
      ${rulesets.map(
        (each) => html`<${Choice}
          key=${each.name}
          ruleset=${each}
          chosen=${each.name === form.ruleset}
          onChoose=${choose}
        />`,
      )}
    </fieldset>
    ${fits && html`<${Basics} words=${words} ...${rest} />`}
    ${fits && html`<${PaceFields} words=${words} ...${rest} />`}
    ${fits && html`<${ConductFields} ...${rest} />`}
    ${fits && html`<${HouseRules} key=${form.ruleset} words=${words} placed=${placed} ...${rest} />`}
    ${problem && !placed && html`<p class="error" role="alert">${complaint(problem, speaker)}</p>`}
    ${placed && html`<p class="error" role="alert">${t("create.look_above")}</p>`}
    <div class="buttons">
      <button type="submit" class="primary" disabled=${busy || !fits}>${t("create.create")}</button>
    </div>
  </form>`;
}
