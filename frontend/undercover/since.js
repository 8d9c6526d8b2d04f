// What happened while one was away, in a few lines.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { useAsOfReturn } from "../heard.js";
import { useSpeaker } from "../store.js";
import { tell } from "../story.js";
import { channelName } from "../parts/talk.js";
import { Icon } from "../parts/icons.js";
import { lastOf } from "../parts/story.js";
import { news } from "./facts.js";

/**
 * The summary of the events after number `seen`; nothing if nothing happened. `posts`: how many messages came, by
 * channel. `returns`: how often one has come back.
 */
export function Since({ table, events, seen, posts, returns, words, names }) {
  const speaker = useSpeaker();
  const { t } = speaker;
  const [shut, setShut] = useState(null);
  const missed = useAsOfReturn({ last: lastOf(events), posts }, returns);
  const { lines, ballots } = news(events.filter(({ n }) => n <= missed.last), seen);
  const talked = table.channels.filter(({ name }) => missed.posts[name] > 0);
  if ((!lines.length && !ballots && !talked.length) || shut === returns) return null;
  return html`<section class="panel since-box" aria-labelledby="since-title">
    <div class="look-head">
      <h2 id="since-title"><${Icon} name="clock" /> ${t("since.title")}</h2>
      <button type="button" class="plain" aria-label=${t("common.close")} onClick=${() => setShut(returns)}>
        <${Icon} name="cross" />
      </button>
    </div>
    ${lines.map((event) => html`<p class=${`line line-${event.type}`} key=${event.n}>${tell(event, words, names)}</p>`)}
    ${ballots > 0 && html`<p class="line">${t("since.ballots", { count: ballots })}</p>`}
    ${talked.map(
      ({ name }) => html`<p class="line" key=${name}>
        ${t("since.posts", { count: missed.posts[name], channel: channelName(name, table, words, speaker) })}
      </p>`,
    )}
  </section>`;
}
