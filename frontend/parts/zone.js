// The field for a time zone.

import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { zones } from "../zones.js";
import { SelectField, TextField } from "./fields.js";

/** A zone out of the browser's list, which needs no keyboard; written where an old browser has none. */
export function ZoneField({ wrong = false, value, ...rest }) {
  const { t } = useSpeaker();
  const known = zones(value);
  const all = { ...rest, value, error: wrong ? t("zone.wrong") : null };
  if (known) return html`<${SelectField} ...${all} choices=${known.map((each) => [each, each])} />`;
  return html`<${TextField} ...${all} placeholder="Asia/Shanghai" autocapitalize="none" spellcheck=${false} />`;
}
