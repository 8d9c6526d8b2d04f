// Fields for a game's pace, and for how its table deals with people.

import { html } from "../vendor/html.js";
import { complaint } from "../api.js";
import { CHOICES, COUNTS, PACES, UNITS, lengthFrom } from "../pace.js";
import { useSpeaker } from "../store.js";
import { CheckField, NumberField, SelectField, TextField } from "./fields.js";
import { ZoneField } from "./zone.js";

/** The length of one kind of question: so many minutes, hours or days, or until a time of day. */
function Length({ name, length, onLength }) {
  const { t } = useSpeaker();
  const set = (patch) => onLength({ ...length, ...patch });
  const units = [...Object.keys(UNITS), "time"].map((unit) => [unit, t(`unit.${unit}`)]);
  return html`<div class="row length">
    ${length.unit === "time"
      ? html`<${TextField} label=${name} type="time" value=${length.time} onValue=${(time) => set({ time })} />`
      : html`<${NumberField} label=${name} min="1" value=${length.count} onValue=${(count) => set({ count })} />`}
    <${SelectField}
      label=${t("unit.label", { name })}
      value=${length.unit}
      choices=${units}
      onValue=${(unit) => set({ unit })}
    />
  </div>`;
}

/** What the lengths of a ready-made pace are. */
function Lengths({ ruleset, pace, words }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const lengths = ruleset.asks.map(({ name }) => {
    const { unit, count } = lengthFrom(ruleset.paces[pace][name]);
    return `${words.phases[name]}: ${t(`length.${unit}`, { count })}`;
  });
  return html`<p class="help">${speaker.list(lengths)}</p>`;
}

/** How fast the game goes. */
export function PaceFields({ form, set, ruleset, words, problem }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { pace } = form;
  const change = (patch) => set({ pace: { ...pace, ...patch } });
  const at = (place) => (problem && problem.at && problem.at(`/pace/${place}`) ? complaint(problem, speaker) : null);
  const runs = pace.name !== "house" || ruleset.timed.length > 0;
  return html`<section class="card pace" aria-label=${t("create.pace")}>
    <${SelectField}
      label=${t("create.pace")}
      help=${t(`pace_help.${pace.name}`)}
      value=${pace.name}
      choices=${PACES.map((name) => [name, t(`pace.${name}`)])}
      onValue=${(name) => change({ name })}
    />
    ${ruleset.paces[pace.name] && html`<${Lengths} ruleset=${ruleset} pace=${pace.name} words=${words} />`}
    ${pace.name === "own" &&
    ruleset.asks.map(
      ({ name }) => html`<${Length}
        key=${name}
        name=${words.phases[name]}
        length=${pace.lengths[name] || lengthFrom(ruleset.paces.daily[name])}
        onLength=${(length) => change({ lengths: { ...pace.lengths, [name]: length } })}
      />`,
    )}
    ${at("lengths") && html`<p class="error">${at("lengths")}</p>`}
    ${runs &&
    html`<div>
      <${CheckField} label=${t("create.quiet")} value=${pace.quiet} onValue=${(quiet) => change({ quiet })} />
      ${pace.quiet &&
      html`<div class="row">
        <${TextField} label=${t("create.from")} type="time" value=${pace.from} onValue=${(from) => change({ from })} />
        <${TextField} label=${t("create.to")} type="time" error=${at("quiet")} value=${pace.to} onValue=${(to) => change({ to })} />
      </div>`}
      <${CheckField}
        label=${t("create.weekends")}
        value=${!pace.weekends}
        onValue=${(off) => change({ weekends: !off })}
      />
      <${ZoneField}
        label=${t("zone.label")}
        help=${t("create.zone_help")}
        wrong=${Boolean(at("zone"))}
        value=${pace.zone}
        onValue=${(zone) => change({ zone })}
      />
    </div>`}
  </section>`;
}

/** How the table deals with people, folded away. */
export function ConductFields({ form, set, ruleset, problem }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { conduct } = form;
  const change = (patch) => set({ conduct: { ...conduct, ...patch } });
  const at = (place) => (problem && problem.at && problem.at(place) ? complaint(problem, speaker) : null);
  return html`<details class="card conduct">
    <summary>
      <h2>${t("create.conduct")}</h2>
      <span class="muted">${t("create.conduct_help")}</span>
    </summary>
    <${TextField}
      label=${t("create.starts_at")}
      help=${t("create.starts_at_help")}
      error=${at("/starts_at")}
      type="datetime-local"
      value=${form.startsAt || ""}
      onValue=${(startsAt) => set({ startsAt })}
    />
    ${form.startsAt &&
    html`<${SelectField}
      label=${t("create.fill")}
      value=${form.fill || ""}
      choices=${[["", t("create.no_bots")], ...ruleset.bots.map((level) => [level, t(`level.${level}`)])]}
      onValue=${(fill) => set({ fill })}
    />`}
    <${NumberField}
      label=${t("conduct.ready_minutes")}
      help=${t("conduct_help.ready_minutes")}
      error=${at("/conduct/ready_check")}
      min="1"
      value=${conduct.ready_minutes === undefined ? "" : conduct.ready_minutes}
      onValue=${(minutes) => change({ ready_minutes: minutes })}
    />
    ${Object.entries(CHOICES).map(
      ([name, choices]) => html`<${SelectField}
        key=${name}
        label=${t(`conduct.${name}`)}
        help=${t(`conduct_help.${name}`)}
        value=${conduct[name] || choices[0]}
        choices=${choices.map((choice) => [choice, t(`choice.${choice}`)])}
        onValue=${(choice) => change({ [name]: choice })}
      />`,
    )}
    ${Object.entries(COUNTS).map(
      ([name, fallback]) => html`<${NumberField}
        key=${name}
        label=${t(`conduct.${name}`)}
        help=${t(`conduct_help.${name}`)}
        error=${at(`/conduct/${name}`)}
        min="0"
        value=${conduct[name] === undefined ? fallback : conduct[name]}
        onValue=${(count) => change({ [name]: count })}
      />`,
    )}
  </details>`;
}
