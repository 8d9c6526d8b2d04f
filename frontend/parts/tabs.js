// Tabs: several panels of which one is shown, chosen by a click or by the arrow keys.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useSpeaker } from "../store.js";
import { Icon } from "./icons.js";

const WIDE = "(min-width: 1000px)";

/** Whether there is room for two columns. */
export function useWide() {
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const media = window.matchMedia(WIDE);
    const turn = () => setWide(media.matches);
    media.addEventListener("change", turn);
    return () => media.removeEventListener("change", turn);
  }, []);
  return wide;
}

/** How far an arrow key moves among `count` tabs from one of them; null for other keys. */
export function step(key, place, count) {
  const steps = { ArrowRight: place + 1, ArrowLeft: place - 1 + count, Home: 0, End: count - 1 };
  return key in steps ? steps[key] % count : null;
}

/** A row of tabs, [{name, icon, count, body}], and the panel of the chosen one, else of the first. */
export function Tabs({ tabs, label, chosen, choose }) {
  const { t } = useSpeaker();
  const row = useRef(null);
  const shown = tabs.find(({ name }) => name === chosen) || tabs[0];
  const onKey = (event) => {
    const place = step(event.key, tabs.indexOf(shown), tabs.length);
    if (place === null) return;
    event.preventDefault();
    choose(tabs[place].name);
    row.current.children[place].focus();
  };
  return html`<div class="tabbed">
    <div class="tabs" role="tablist" aria-label=${label} ref=${row} onKeyDown=${onKey}>
      ${tabs.map(
        ({ name, icon, count }) => html`<button
          type="button"
          role="tab"
          key=${name}
          id=${`tab-${name}`}
          aria-selected=${String(name === shown.name)}
          aria-controls=${`panel-${name}`}
          tabindex=${name === shown.name ? 0 : -1}
          onClick=${() => choose(name)}
        >
          <${Icon} name=${icon} size=${18} /> <span>${t(`tabs.${name}`)}</span>
          ${count > 0 && html`<span class="count">${count}</span>`}
        </button>`,
      )}
    </div>
    ${tabs.map(
      ({ name, body }) => html`<div
        role="tabpanel"
        key=${name}
        id=${`panel-${name}`}
        aria-labelledby=${`tab-${name}`}
        hidden=${name !== shown.name}
      >
        ${name === shown.name && body}
      </div>`,
    )}
  </div>`;
}
