// Talk at the table, text only, in as many channels as one may read.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, ofGame, server } from "../api.js";
import { pieces, quoteOf } from "../quotes.js";
import { useSpeaker } from "../store.js";
import { nameOf } from "./entry.js";
import { Icon } from "./icons.js";
import { Say } from "./say.js";
import { useNewest } from "./story.js";

/** Messages that are asked for at once. */
const PAGE = 50;

/** The messages of a channel known so far, oldest first: {messages, more, earlier, add}. */
function useTalk(id, channel, last) {
  const [messages, setMessages] = useState([]);
  const known = useRef([]);
  const ask = (after) => server.get(ofGame(id, "/talk", { channel, after, limit: PAGE }));
  const add = (came) => {
    const byId = new Map([...known.current, ...came].map((message) => [message.id, message]));
    known.current = [...byId.values()].sort((one, other) => one.id - other.id);
    setMessages(known.current);
  };
  const newest = known.current.length ? known.current[known.current.length - 1].id : Math.max(0, last - PAGE);
  useEffect(() => {
    let wanted = true;
    const read = async (after) => {
      const answer = await ask(after);
      if (!wanted) return;
      add(answer.messages);
      if (answer.next !== null && answer.next !== undefined && answer.messages.length) await read(answer.next);
    };
    if (last > newest) read(newest).catch(() => {});
    return () => {
      wanted = false;
    };
  }, [id, channel, last]);
  const oldest = messages.length ? messages[0].id : 0;
  const earlier = async () => add((await ask(Math.max(0, oldest - PAGE - 1))).messages);
  return { messages, more: oldest > 1, earlier, add };
}

/** The kind of a channel: a group is one of many. */
const kindOf = (channel) => channel.split("-")[0];

/** What to call a channel: a group by the partner's name, and by both for one who isn't of it. */
export function channelName(channel, table, words, speaker) {
  const { t, list } = speaker;
  if (kindOf(channel) !== "group") return words.channels[channel].name;
  const pair = channel.split("-").slice(1).map(Number);
  const others = pair.filter((seat) => seat !== table.you).map((seat) => nameOf(table.seats[seat], speaker));
  return t(others.length === 1 ? "talk.group" : "talk.group_of", { names: list(others) });
}

/** Why one can't write. */
function Silent({ table, channel }) {
  const { t } = useSpeaker();
  if (table.you === null) return html`<p class="muted">${t("talk.onlooker")}</p>`;
  const out = table.view && !table.view.players[table.you].alive && table.status === "running";
  return html`<p class="muted">${out && channel === "table" ? t("talk.dead") : t("talk.closed")}</p>`;
}

/** What was said, with what it quotes set apart. */
function Said({ text }) {
  return pieces(text).map((piece) =>
    piece.quoted
      ? html`<blockquote class="quote">${piece.text}</blockquote>`
      : html`<span class="said">${piece.text}</span>`,
  );
}

/** One message; a public one can be quoted. */
function Message({ message, who, own, onQuote }) {
  const { t, time } = useSpeaker();
  const { seat, at, text } = message;
  return html`<div class=${own ? "message own" : "message"}>
    <span class="said-by">
      <span class="seat-number" aria-hidden="true">${seat + 1}</span>${" "}
      <strong>${who}</strong> <time datetime=${at}>${time(at)}</time>
      ${onQuote &&
      html`<button
        type="button"
        class="plain quote-this"
        aria-label=${t("talk.quote", { name: who })}
        onClick=${() => onQuote(quoteOf(who, text))}
      >
        <${Icon} name="quote" size=${16} />
      </button>`}
    </span>
    <${Said} text=${text} />
  </div>`;
}

/** One channel: what was said there, and the field to join in. */
function Channel({ table, channel, title, draft, onDraft, quote, onQuote, heard }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [error, setError] = useState(null);
  const { name, last } = channel;
  const { messages, more, earlier, add } = useTalk(table.id, name, last);
  const newest = useNewest(messages.length);
  const isOpen = kindOf(name) === "table" || name === "last_words";
  useEffect(() => {
    if (heard) heard.hear(name, last);
  }, [name, last, heard && heard.returns]);

  const send = async (event) => {
    event.preventDefault();
    const said = draft.trim();
    if (!said) return;
    try {
      const text = quote ? `${quote}\n${said}` : said;
      add([await server.post(`/games/${table.id}/talk`, { channel: name, text })]);
      onDraft("");
      onQuote(null);
      setError(null);
    } catch (problem) {
      setError(problem);
    }
  };

  return html`<div class="channel">
    <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${title} ...${newest}>
      ${more && html`<button type="button" class="plain" onClick=${earlier}>${t("talk.earlier")}</button>`}
      ${!messages.length && html`<p class="muted">${t("talk.nothing")}</p>`}
      ${messages.map(
        (message) => html`<${Message}
          key=${message.id}
          message=${message}
          who=${nameOf(table.seats[message.seat], speaker)}
          own=${message.seat === table.you}
          onQuote=${isOpen && onQuote}
        />`,
      )}
    </div>
    ${channel.can_talk
      ? html`<${Say}
          label=${name === "table" ? t("talk.label") : t("talk.label_in", { channel: title })}
          placeholder=${name === "table" ? t("talk.placeholder") : t("talk.label_in", { channel: title })}
          text=${draft}
          onText=${onDraft}
          quote=${quote}
          onQuote=${onQuote}
          send=${send}
        />`
      : html`<${Silent} table=${table} channel=${name} />`}
    ${error && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
  </div>`;
}

/** The channels that one may read, one shown at a time. */
function Channels({ table, words, shown, unread, onShow }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  return html`<div class="channels" role="group" aria-label=${t("talk.channels")}>
    ${table.channels.map(
      ({ name }) => html`<button
        type="button"
        key=${name}
        class="channel-button"
        data-channel=${name}
        aria-pressed=${String(name === shown)}
        onClick=${() => onShow(name)}
      >
        ${kindOf(name) !== "table" && html`<${Icon} name=${name === "last_words" ? "dead" : "lock"} size=${14} />`}
        ${channelName(name, table, words, speaker)}
        ${name !== shown &&
        unread[name] > 0 &&
        html`<span class="count">${unread[name]}<span class="sr"> ${t("talk.unread")}</span></span>`}
      </button>`,
    )}
  </div>`;
}

/** What one has begun to write, by game and channel, until the page is closed. */
const begun = new Map();

/** The talk of a game. A quote goes along from channel to channel; what one has written stays where it was written. */
export function Talk({ table, words, heard = null }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [chosen, choose] = useState("table");
  const [drafts, setDrafts] = useState(() => begun.get(table.id) || {});
  const [quote, setQuote] = useState(null);
  const channel = table.channels.find(({ name }) => name === chosen) || table.channels[0];
  const several = table.channels.length > 1;
  const writable = table.channels.filter(({ can_talk: can }) => can);
  const title = several ? channelName(channel.name, table, words, speaker) : t("talk.title");
  const write = (text) => {
    begun.set(table.id, { ...drafts, [channel.name]: text });
    setDrafts(begun.get(table.id));
  };
  const onQuote = (text) => {
    setQuote(text);
    if (text && !channel.can_talk) choose(writable[0].name);
  };
  return html`<section class="panel talk" aria-labelledby="talk-title">
    <h2 id="talk-title"><${Icon} name="talk" /> ${t("talk.title")}</h2>
    ${several &&
    html`<${Channels}
      table=${table}
      words=${words}
      shown=${channel.name}
      unread=${heard ? heard.unread : {}}
      onShow=${choose}
    />`}
    ${several && html`<p class="help">${words.channels[kindOf(channel.name)].text}</p>`}
    <${Channel}
      key=${channel.name}
      table=${table}
      channel=${channel}
      title=${title}
      draft=${drafts[channel.name] || ""}
      onDraft=${write}
      quote=${quote}
      onQuote=${writable.length > 0 && onQuote}
      heard=${heard}
    />
  </section>`;
}
