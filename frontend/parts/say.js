// The field in which one writes to a channel, with what one quotes above it.

import { useEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { pieces } from "../quotes.js";
import { useSpeaker } from "../store.js";
import { Icon } from "./icons.js";

/** Characters of a message, at most. */
const LONGEST = 2000;

/** Lines that the field grows to. */
const LINES = 6;

/** The field to write in. Enter sends, with Shift it begins a line; where fingers type it always does. */
export function Say({ label, placeholder, text, onText, quote, onQuote, send }) {
  const { t } = useSpeaker();
  const field = useRef(null);
  useEffect(() => {
    if (quote) field.current.focus();
  }, [quote]);
  const onKey = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (window.matchMedia("(pointer: coarse)").matches) return;
    send(event);
  };
  return html`<form class="say" onSubmit=${send}>
    ${quote &&
    html`<div class="quoting">
      <blockquote class="quote">${pieces(quote)[0].text}</blockquote>
      <button type="button" class="plain" aria-label=${t("talk.no_quote")} onClick=${() => onQuote(null)}>
        <${Icon} name="cross" size=${18} />
      </button>
    </div>`}
    <label class="sr" for="say">${label}</label>
    <textarea
      id="say"
      ref=${field}
      rows=${Math.min(LINES, text.split("\n").length)}
      value=${text}
      maxlength=${LONGEST - (quote ? quote.length + 1 : 0)}
      autocomplete="off"
      placeholder=${placeholder}
      onInput=${(event) => onText(event.target.value)}
      onKeyDown=${onKey}
    ></textarea>
    <button type="submit">${t("talk.send")}</button>
  </form>`;
}
