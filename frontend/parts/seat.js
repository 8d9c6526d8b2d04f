// One seat at the table: who sits there, his blood, what lies in front of him, and what is happening to him.

import { useEffect, useRef } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useSpeaker, useStore } from "../store.js";
import { Chip, Identity } from "./cards.js";
import { Icon } from "./icons.js";
import { Flag } from "./marks.js";

/** Blood as pips, as a sentence for those who hear it. */
export function Blood({ blood, cap }) {
  const { t } = useSpeaker();
  const before = useRef(blood);
  const hit = blood < before.current;
  useEffect(() => {
    before.current = blood;
  }, [blood]);
  const pips = Array.from({ length: Math.max(cap, blood) }, (_, place) => place < blood);
  return html`<span class=${hit ? "blood hit" : "blood"}>
    <span class="sr">${t("seat.blood", { blood, cap })}</span>
    <span class="pips" aria-hidden="true">
      ${pips.map((full) => html`<${Icon} name="blood" size=${14} filled=${full} />`)}
    </span>
    <span class="blood-count" aria-hidden="true">${blood}/${cap}</span>
  </span>`;
}

/** A smoke or flash on a seat, and who laid it. */
function Marks({ markers, seat, words, names }) {
  const { t } = useSpeaker();
  const own = markers.filter((marker) => marker.on.includes(seat));
  return own.map(({ card, by }) => {
    const whose = t("seat.by", { name: names[by] });
    return html`<li>
      <span class="chip marker" title=${`${words.cards[card].name} · ${whose}`}>
        <${Icon} name=${card} size=${15} />
        <span class="chip-name">${words.cards[card].name}</span>
        <span class="sr">${whose}</span>
        <span class="seat-number" aria-hidden="true">${by + 1}</span>
      </span>
    </li>`;
  });
}

/** How things stand with who sits there: away, stood in for, or to be replaced. */
export function Sitting({ sitter }) {
  const { t, time } = useSpeaker();
  const { away, stand_in: standIn, offered } = sitter;
  const now = Date.now();
  const gone = away && new Date(away.begins) <= now && now < new Date(away.ends);
  return html`
    ${standIn && html`<span class="sitting"><${Icon} name="bot" size=${15} /> ${t("seat.stand_in")}</span>`}
    ${gone && html`<span class="sitting">${t("seat.away", { time: time(away.ends) })}</span>`}
    ${offered && html`<span class="sitting">${t("seat.offered")}</span>`}
  `;
}

/**
 * A seat of the ring. The name is a button that spreads over the whole seat: it chooses the player as a target
 * while a move is composed, and shows what is known of him otherwise.
 */
export function Seat({ player, sitter, words, view, names, you, state = "", onClick, place }) {
  const { t } = useSpeaker();
  const hides = useStore((state) => state.covered) && player.seat === you && player.alive && view.phase !== "over";
  const { seat, alive, blood, cap, hand, front } = player;
  const identity = hides ? null : player.identity;
  const asked = view.asked.includes(seat);
  const active = view.active === seat && view.phase !== "over";
  const dying = view.dying.includes(seat);
  const marks = [
    "seat",
    state,
    seat === you && "own",
    !alive && "dead",
    asked && "asked",
    active && "active",
    dying && "dying",
  ].filter(Boolean);
  const pressed = state === "chosen" || state === "lit" ? String(state === "chosen") : undefined;
  return html`<li class=${marks.join(" ")} style=${place} data-seat=${seat}>
    <div class="seat-head">
      <span class="seat-number" aria-hidden="true">${seat + 1}</span>
      <button
        type="button"
        class="seat-name"
        aria-pressed=${pressed}
        aria-disabled=${state === "dim" ? "true" : undefined}
        onClick=${onClick && (() => onClick(seat))}
      >
        <span class="sr">${t("seat.number", { number: seat + 1 })} </span>${names[seat]}
        ${seat === you && html`<span class="you"> ${t("seat.you")}</span>`}
      </button>
      ${sitter.kind === "bot" &&
      html`<span class="bot" title=${t("seat.bot")}>
        <${Icon} name="bot" size=${15} /><span class="sr">${t("seat.bot")}</span>
      </span>`}
      ${state === "chosen" && html`<span class="tick"><${Icon} name="check" size=${16} /></span>`}
    </div>
    <div class="seat-body">
      ${alive && html`<${Blood} blood=${blood} cap=${cap} />`}
      ${(alive || hand > 0) &&
      html`<span class="hand-count">
        <${Icon} name="cards" size=${15} /><span class="sr">${t("seat.hand")} </span>${hand}
      </span>`}
      ${identity && html`<${Identity} identity=${identity} words=${words} />`}
      ${!alive && html`<${Flag} kind="dead">${t("seat.dead")}<//>`}
      ${dying && html`<${Flag} kind="dying">${t("seat.dying")}<//>`}
      ${active && html`<${Flag} kind="active">${t("seat.active")}<//>`}
      ${asked && !active && html`<${Flag} kind="asked">${t("seat.asked")}<//>`}
      <${Sitting} sitter=${sitter} />
    </div>
    ${(front.length > 0 || view.markers.some((marker) => marker.on.includes(seat))) &&
    html`<ul class="front" aria-label=${t("seat.front")}>
      ${front.map((card) => html`<li><${Chip} card=${card} words=${words} /></li>`)}
      <${Marks} markers=${view.markers} seat=${seat} words=${words} names=${names} />
    </ul>`}
  </li>`;
}
