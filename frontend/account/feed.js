// The feed and the calendar: secret addresses, told once.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { useSpeaker } from "../store.js";
import { CopyField } from "../parts/copy.js";
import { Said, useLoaded } from "../parts/section.js";

/** Making them, making them anew, and ending them. */
export function Feed() {
  const { t } = useSpeaker();
  const part = useLoaded("/me/notifications");
  const [made, setMade] = useState(null);
  const make = () => part.act(async () => setMade(await server.post("/me/feed")), t("feed.made"));
  const end = () =>
    part.act(async () => {
      await server.remove("/me/feed");
      setMade(null);
    }, t("feed.ended"));
  return html`<p class="help">${t("feed.help")}</p>
    <${Said} part=${part} />
    ${made &&
    html`<${CopyField} label=${t("feed.atom")} value=${made.atom} />
      <${CopyField} label=${t("feed.ics")} value=${made.ics} help=${t("feed.secret")} />`}
    ${part.data &&
    html`${part.data.feed && !made && html`<p>${t("feed.there")}</p>`}
      <div class="buttons">
        <button type="button" onClick=${make}>${part.data.feed ? t("feed.renew") : t("feed.make")}</button>
        ${part.data.feed && html`<button type="button" onClick=${end}>${t("feed.end")}</button>`}
      </div>`}`;
}
