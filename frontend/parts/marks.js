// Small marks beside a name: what is happening to it, and facts about it.

import { html } from "../vendor/html.js";
import { Icon } from "./icons.js";

const PICTURES = { active: "turn", asked: "clock", dead: "dead", dying: "alert" };

/** A coloured mark: "active", "asked", "dead" or "dying". */
export function Flag({ kind, children }) {
  return html`<span class="flag flag-${kind}"><${Icon} name=${PICTURES[kind]} size=${13} /> ${children}</span>`;
}

/** A fact in small letters. */
export function Fact({ icon = null, children }) {
  return html`<span class="fact">${icon && html`<${Icon} name=${icon} size=${16} />`} ${children}</span>`;
}
