// What only oneself sees: one's identity, which a tap covers, the hand, and what lies in front of oneself.

import { html } from "../vendor/html.js";
import { cover, useSpeaker, useStore } from "../store.js";
import { Face } from "./cards.js";
import { Icon } from "./icons.js";

/** One's identity and its goal, covered by a tap for those who play side by side. */
export function OwnIdentity({ identity, words }) {
  const { t } = useSpeaker();
  const covered = useStore((state) => state.covered);
  return html`<div class=${covered ? "own-identity is-covered" : `own-identity identity-${identity}`}>
    <span class="own-identity-art"><${Icon} name=${covered ? "unknown" : identity} size=${30} /></span>
    <div>
      <h2 class="small-title">${t("hand.identity")}</h2>
      <p><strong>${covered ? t("hand.covered") : words.identities[identity].name}</strong></p>
      ${!covered && html`<p class="goal">${words.identities[identity].goal}</p>`}
    </div>
    <button type="button" class="plain" aria-pressed=${String(covered)} onClick=${() => cover(!covered)}>
      <${Icon} name=${covered ? "eye" : "covered"} />
      <span class="sr">${t("hand.cover")}</span>
    </button>
  </div>`;
}

function Cards({ cards, words, stateOf, onCard, label, empty }) {
  return html`<ul class="faces" aria-label=${label}>
    ${cards.length === 0 && html`<li class="muted">${empty}</li>`}
    ${cards.map((card, place) => {
      const state = stateOf(card, place);
      return html`<li>
        <button
          type="button"
          class="card-button"
          data-card=${card}
          aria-pressed=${String(state === "chosen")}
          aria-disabled=${state === "dim" ? "true" : undefined}
          onClick=${() => onCard(card, place)}
        >
          <${Face} card=${card} words=${words} state=${state} />
        </button>
      </li>`;
    })}
  </ul>`;
}

/** One's own hand and front, as buttons. */
export function Hand({ hand, front, words, cardState, frontState, onCard, onFront }) {
  const { t } = useSpeaker();
  return html`<div class="own-cards">
    <div class="own-hand">
      <h2 class="small-title">${t("hand.title", { count: hand.length })}</h2>
      <${Cards}
        cards=${hand}
        words=${words}
        stateOf=${cardState}
        onCard=${onCard}
        label=${t("hand.list")}
        empty=${t("hand.empty")}
      />
    </div>
    ${front.length > 0 &&
    html`<div class="own-front">
      <h2 class="small-title">${t("hand.front")}</h2>
      <${Cards} cards=${front} words=${words} stateOf=${frontState} onCard=${onFront} label=${t("hand.front")} />
    </div>`}
  </div>`;
}
