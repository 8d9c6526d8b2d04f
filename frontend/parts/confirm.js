// The move in the making in words, why it was refused, and its confirmation: the same for every game.

import { html } from "../vendor/html.js";
import { complaint } from "../api.js";
import { useSpeaker } from "../store.js";
import { say } from "../story.js";
import { Icon } from "./icons.js";
import { Refusal } from "./rule.js";

/** What will be sent, and the buttons that send it or give it up. */
export function Confirm({ words, names, composer }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const { move, busy, error } = composer;
  return html`<div class="confirm">
    ${move && html`<p class="sentence" data-move=${JSON.stringify(move)}>${say(move, words, names)}</p>`}
    ${error &&
    html`<p class="error" role="alert">
      ${error.code && words.refusals[error.code]
        ? html`<${Refusal} words=${words} code=${error.code} rule=${error.rule} />`
        : complaint(error, speaker)}
    </p>`}
    <div class="buttons">
      <button
        type="button"
        class="primary"
        disabled=${busy}
        aria-disabled=${move ? undefined : "true"}
        onClick=${composer.confirm}
      >
        <${Icon} name="check" /> ${busy ? t("compose.sending") : t("compose.confirm")}
      </button>
      <button type="button" onClick=${composer.cancel} disabled=${busy}>${t("common.cancel")}</button>
    </div>
  </div>`;
}
