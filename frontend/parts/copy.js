// Something to be taken along: a link or a secret in a field, and a button that copies it.

import { useId, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { Icon } from "./icons.js";

/** The field and its button. */
export function CopyField({ id = null, label, value, help = null }) {
  const { t } = useSpeaker();
  const own = useId();
  const field = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Without a secure address there is no clipboard: the selection is copied the old way.
      field.current.select();
      document.execCommand("copy");
    }
    setCopied(true);
    setTimeout(setCopied, 3000, false);
  };
  return html`<div class="share">
    <label for=${id || own}>${label}</label>
    <div class="row">
      <input id=${id || own} readonly value=${value} ref=${field} onFocus=${(event) => event.target.select()} />
      <button type="button" onClick=${copy}>
        <${Icon} name="link" /> ${copied ? t("waiting.copied") : t("waiting.copy")}
        <span class="sr"> ${label}</span>
      </button>
    </div>
    ${help && html`<p class="help">${help}</p>`}
  </div>`;
}
