// The fields of the page's forms, each with its label, its help and its error beside it.

import { useId } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";

/** Label, control, help and error of one field; `control(id, describedby)` draws the control. */
function Field({ label, help = null, error = null, control }) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return html`<div class=${error ? "field has-error" : "field"}>
    <label for=${id}>${label}</label>
    ${control(id, described)}
    ${help && html`<p class="help" id="${id}-help">${help}</p>`}
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`;
}

/** A line of text. */
export function TextField({ label, help, error, value, onValue, ...rest }) {
  return html`<${Field}
    label=${label}
    help=${help}
    error=${error}
    control=${(id, described) => html`<input
      id=${id}
      value=${value}
      aria-describedby=${described}
      aria-invalid=${error ? "true" : undefined}
      onInput=${(event) => onValue(event.target.value)}
      ...${rest}
    />`}
  />`;
}

/** A number by itself. */
export function NumberField({ label, help, error, value, onValue, ...rest }) {
  const read = (text) => onValue(/^-?\d+$/.test(text) ? Number(text) : text);
  return html`<${TextField}
    label=${label}
    help=${help}
    error=${error}
    value=${value}
    onValue=${read}
    inputmode="numeric"
    type="number"
    ...${rest}
  />`;
}

/** One of several values: [[value, label], …]. */
export function SelectField({ label, help, error, value, choices, onValue, ...rest }) {
  return html`<${Field}
    label=${label}
    help=${help}
    error=${error}
    control=${(id, described) => html`<select
      id=${id}
      aria-describedby=${described}
      aria-invalid=${error ? "true" : undefined}
      value=${String(value)}
      onChange=${(event) => onValue(choices[event.target.selectedIndex][0])}
      ...${rest}
    >
      ${choices.map(([each, name]) => {
        const chosen = String(each) === String(value);
        return html`<option value=${String(each)} selected=${chosen}>${name}</option>`;
      })}
    </select>`}
  />`;
}

/** Yes or no. */
export function CheckField({ label, help = null, value, onValue }) {
  const id = useId();
  return html`<div class="field check">
    <input
      id=${id}
      type="checkbox"
      checked=${value}
      aria-describedby=${help ? `${id}-help` : undefined}
      onChange=${(event) => onValue(event.target.checked)}
    />
    <label for=${id}>${label}</label>
    ${help && html`<p class="help" id="${id}-help">${help}</p>`}
  </div>`;
}
