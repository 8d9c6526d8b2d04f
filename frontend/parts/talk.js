// Talk at the table: public, text only (F80).

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { useSpeaker } from "../store.js";
import { nameOf } from "./entry.js";
import { Icon } from "./icons.js";
import { useNewest } from "./story.js";

/** Characters of a message, at most. */
const LONGEST = 2000;
const PAGE = 50;

/** The messages known so far, oldest first: {messages, more, earlier, add}. */
function useTalk(id, last) {
  const [messages, setMessages] = useState([]);
  const known = useRef([]);
  const add = (came) => {
    const byId = new Map([...known.current, ...came].map((message) => [message.id, message]));
    known.current = [...byId.values()].sort((one, other) => one.id - other.id);
    setMessages(known.current);
  };
  const newest = known.current.length ? known.current[known.current.length - 1].id : Math.max(0, last - PAGE);
  useEffect(() => {
    let wanted = true;
    const read = async (after) => {
      const answer = await server.get(ofGame(id, "/talk", { after, limit: PAGE }));
      if (!wanted) return;
      add(answer.messages);
      if (answer.next !== null && answer.next !== undefined && answer.messages.length) await read(answer.next);
    };
    if (last > newest) read(newest).catch(() => {});
    return () => {
      wanted = false;
    };
  }, [id, last]);
  const oldest = messages.length ? messages[0].id : 0;
  const earlier = async () => {
    const answer = await server.get(ofGame(id, "/talk", { after: Math.max(0, oldest - PAGE - 1), limit: PAGE }));
    add(answer.messages);
  };
  return { messages, more: oldest > 1, earlier, add };
}

/** Why one can't write. */
function Silent({ table }) {
  const { t } = useSpeaker();
  if (table.you === null) return html`<p class="muted">${t("talk.onlooker")}</p>`;
  const dead = table.view && !table.view.players[table.you].alive && table.status === "running";
  return html`<p class="muted">${dead ? t("talk.dead") : t("talk.closed")}</p>`;
}

/** The talk of a game, and the field to join in. */
export function Talk({ table }) {
  const speaker = useSpeaker();
  const { t, time } = speaker;
  const [text, setText] = useState("");
  const [error, setError] = useState(null);
  const who = (seat) => nameOf(table.seats[seat], speaker);
  const { messages, more, earlier, add } = useTalk(table.id, table.talk.last);
  const newest = useNewest(messages.length);

  const write = async (event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    try {
      add([await server.post(`/games/${table.id}/talk`, { text: said })]);
      setText("");
      setError(null);
    } catch (problem) {
      setError(problem);
    }
  };

  return html`<section class="panel talk" aria-labelledby="talk-title">
    <h2 id="talk-title"><${Icon} name="talk" /> ${t("talk.title")}</h2>
    <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${t("talk.title")} ...${newest}>
      ${more && html`<button type="button" class="plain" onClick=${earlier}>${t("talk.earlier")}</button>`}
      ${!messages.length && html`<p class="muted">${t("talk.nothing")}</p>`}
      ${messages.map(
        (message) => html`<p class=${message.seat === table.you ? "message own" : "message"} key=${message.id}>
          <span class="said-by">
            <strong>${who(message.seat)}</strong> <time datetime=${message.at}>${time(message.at)}</time>
          </span>
          <span class="said">${message.text}</span>
        </p>`,
      )}
    </div>
    ${table.can_talk
      ? html`<form class="say" onSubmit=${write}>
          <label class="sr" for="say">${t("talk.label")}</label>
          <input
            id="say"
            value=${text}
            maxlength=${LONGEST}
            autocomplete="off"
            placeholder=${t("talk.placeholder")}
            onInput=${(event) => setText(event.target.value)}
          />
          <button type="submit">${t("talk.send")}</button>
        </form>`
      : html`<${Silent} table=${table} />`}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
  </section>`;
}
