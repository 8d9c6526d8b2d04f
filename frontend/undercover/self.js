// What only oneself may see of oneself: identity, side, powers, partners, bullets. A tap covers it.

import { html } from "../vendor/html.js";
import { cover, useSpeaker, useStore } from "../store.js";
import { Icon } from "../parts/icons.js";

/** Whether one's secrets are covered now; after the end there are none. */
export function useHides({ status }) {
  return useStore((state) => state.covered) && status === "running";
}

/** The button that covers and uncovers all that is secret. */
export function Cover({ children }) {
  const { t } = useSpeaker();
  const covered = useStore((state) => state.covered);
  return html`<button type="button" class="plain" aria-pressed=${String(covered)} onClick=${() => cover(!covered)}>
    <${Icon} name=${covered ? "eye" : "covered"} />
    ${children || html`<span class="sr">${t("hand.cover")}</span>`}
  </button>`;
}

/** What stands where something is covered. */
export function Covered() {
  const { t } = useSpeaker();
  return html`<p class="muted">${t("self.covered")} <${Cover}>${t("self.show")}<//></p>`;
}

/** One's own identity. */
export function Self({ view, words, names }) {
  const { t, list } = useSpeaker();
  const covered = useStore((state) => state.covered);
  const { identity, side } = view.players[view.you];
  const { partners, bullets } = view;
  if (covered) {
    return html`<section class="own-identity is-covered" aria-labelledby="self-title">
      <span class="own-identity-art"><${Icon} name="unknown" size=${30} /></span>
      <div>
        <h2 class="small-title" id="self-title">${t("hand.identity")}</h2>
        <p><strong>${t("hand.covered")}</strong></p>
      </div>
      <${Cover} />
    </section>`;
  }
  return html`<section class="own-identity self identity-${identity}" aria-labelledby="self-title">
    <span class="own-identity-art"><${Icon} name=${identity} size=${30} /></span>
    <div>
      <h2 class="small-title" id="self-title">${t("hand.identity")}</h2>
      <p><strong>${words.identities[identity].name}</strong> · ${words.sides[side].name}</p>
      <p class="goal">${words.identities[identity].goal}</p>
      <p class="goal">${words.identities[identity].powers}</p>
      ${partners &&
      html`<p class="goal own-partners">
        ${partners.length
          ? t("self.partners", { names: list(partners.map((seat) => names[seat])) })
          : t("self.no_partners")}
      </p>`}
      ${bullets !== null &&
      html`<p class="goal own-bullets">
        <${Icon} name="scope" size=${14} /> ${t("self.bullets", { count: bullets })}
      </p>`}
    </div>
    <${Cover} />
  </section>`;
}
