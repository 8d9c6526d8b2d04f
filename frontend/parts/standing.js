// Standing answers: what one has prepared for when time is up and one hasn't spoken. Made of the fields of the game.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useAct } from "../act.js";
import { complaint } from "../api.js";
import { SORTS, isSaid, nothing, toggled } from "../standing.js";
import { useSpeaker } from "../store.js";
import { CheckField, NumberField, SelectField } from "./fields.js";

/** Things in order of preference: each click puts one at the end, or takes it away. */
function Order({ field, label, help, things, value, onValue, none }) {
  const { t } = useSpeaker();
  const chosen = value || [];
  return html`<fieldset class="field order" data-field=${field}>
    <legend>${label}</legend>
    <p class="help">${help}</p>
    <div class="order-things">
      ${none &&
      html`<button
        type="button"
        class="chip-button"
        aria-pressed=${String(value !== null && chosen.length === 0)}
        onClick=${() => onValue(value !== null && chosen.length === 0 ? null : [])}
      >
        ${none}
      </button>`}
      ${things.map(([thing, name]) => {
        const place = chosen.indexOf(thing);
        return html`<button
          type="button"
          class="chip-button"
          key=${thing}
          aria-pressed=${String(place >= 0)}
          onClick=${() => {
            const next = toggled(chosen, thing);
            onValue(none && next.length === 0 ? null : next);
          }}
        >
          ${place >= 0 && html`<span class="order-place">${place + 1}</span>`} ${name}
        </button>`;
      })}
    </div>
    ${value === null && html`<p class="muted small">${t("standing.unsaid")}</p>`}
  </fieldset>`;
}

/** One standing answer. */
function Answer({ field, words, seats, value, onValue }) {
  const { t } = useSpeaker();
  const { name: label, help } = words.standing[field];
  const sort = SORTS[field];
  const all = { label, help, value, onValue };
  if (sort === "flag") return html`<${CheckField} ...${all} />`;
  if (sort === "count") return html`<${NumberField} ...${all} min="0" max="39" />`;
  if (sort === "result") {
    const choices = [[null, t("standing.none")], ...Object.entries(words.results)];
    return html`<${SelectField} ...${all} choices=${choices} />`;
  }
  const kinds = sort === "kinds" ? Object.entries(words.cards).map(([kind, { name }]) => [kind, name]) : null;
  const none = sort === "perhaps" ? t("standing.nobody") : null;
  return html`<${Order} field=${field} ...${all} things=${kinds || seats} none=${none} />`;
}

/** The fields that make sense for who one is: the server takes the others too, and they never apply. */
export function Standing({ table, words, names, send }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const fields = Object.keys(words.standing);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(null);
  const { act, error } = useAct(send);
  const shown = draft || table.standing || nothing(fields);
  const seats = names.map((name, seat) => [seat, name]).filter(([seat]) => seat !== table.you || "vote" in words.standing);
  const save = async (method, body) => {
    if (!(await act("/standing", body, method))) return;
    setDraft(null);
    setOpen(false);
  };
  return html`<details class="standing" open=${open} onToggle=${(event) => setOpen(event.target.open)}>
    <summary>
      ${t("standing.title")}
      <span class="muted"> ${isSaid(table.standing) ? t("standing.there") : t("standing.none")}</span>
    </summary>
    <p class="help">${t("standing.help")}</p>
    ${fields.map(
      (field) => html`<${Answer}
        key=${field}
        field=${field}
        words=${words}
        seats=${seats}
        value=${shown[field]}
        onValue=${(value) => setDraft({ ...shown, [field]: value })}
      />`,
    )}
    ${error &&
    html`<p class="error" role="alert">${words.refusals[error.code] || complaint(error, speaker)}</p>`}
    <div class="buttons">
      <button type="button" class="primary" data-standing="save" disabled=${!draft} onClick=${() => save("put", draft)}>
        ${t("standing.save")}
      </button>
      ${table.standing &&
      html`<button type="button" data-standing="remove" onClick=${() => save("remove")}>${t("standing.remove")}</button>`}
    </div>
  </details>`;
}
