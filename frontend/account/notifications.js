// What one is told of: the address for mails, their language and zone, and for each kind of news whether and how.

import { useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { server } from "../api.js";
import { LANGUAGES, NAMES } from "../i18n.js";
import { useSpeaker } from "../store.js";
import { ownZone } from "../zones.js";
import { SelectField, TextField } from "../parts/fields.js";
import { Said, isAt, useLoaded } from "../parts/section.js";
import { ZoneField } from "../parts/zone.js";

/** The zone of those who have chosen none. */
const UNCHOSEN = "UTC";

/** The address that news are mailed to: given, confirmed by a link that is mailed there, and forgotten. */
function Address({ part }) {
  const { t, lang } = useSpeaker();
  const { email, confirmed, zone } = part.data;
  const [value, setValue] = useState("");
  const give = (address) =>
    part.act(async () => {
      await server.post("/me/email", { email: address });
      // Who has chosen nothing yet is written to as he reads here.
      if (email === null && zone === UNCHOSEN) await server.put("/me/notifications", { language: lang, zone: ownZone() });
      setValue("");
    }, t("news.mailed", { email: address }));
  const forget = () => part.act(() => server.remove("/me/email"), t("news.forgotten"));
  const submit = (event) => {
    event.preventDefault();
    give(value);
  };
  return html`<h3>${t("news.address")}</h3>
    <p>
      ${email === null
        ? t("news.no_address")
        : confirmed
          ? t("news.confirmed", { email })
          : t("news.unconfirmed", { email })}
    </p>
    ${email !== null &&
    html`<div class="buttons">
      ${!confirmed && html`<button type="button" onClick=${() => give(email)}>${t("news.again")}</button>`}
      <button type="button" onClick=${forget}>${t("news.forget")}</button>
    </div>`}
    <form onSubmit=${submit}>
      <${TextField}
        label=${email === null ? t("news.email") : t("news.other_email")}
        type="email"
        autocomplete="email"
        maxlength=${254}
        value=${value}
        onValue=${setValue}
        error=${isAt(part, "/email") ? t("news.wrong_email") : null}
        required
      />
      <div class="buttons"><button type="submit">${t("news.give")}</button></div>
    </form>`;
}

/** For each kind of news, whether by mail and to one's webhooks. */
function Wishes({ part }) {
  const { t } = useSpeaker();
  const { wishes } = part.data;
  const ways = Object.keys(Object.values(wishes)[0]);
  const wish = (kind, way, value) =>
    part.act(() => server.put("/me/notifications", { wishes: { [kind]: { [way]: value } } }), t("news.saved"));
  return html`<table class="wishes">
    <caption><h3>${t("news.kinds")}</h3></caption>
    <thead>
      <tr>
        <td></td>
        ${ways.map((way) => html`<th scope="col" key=${way}>${t(`news.way_${way}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${Object.entries(wishes).map(
        ([kind, wished]) => html`<tr key=${kind}>
          <th scope="row">${t(`news.kind_${kind}`)}</th>
          ${ways.map(
            (way) => html`<td key=${way}>
              <label class="tick-box">
                <span class="sr">${t(`news.kind_${kind}`)}: ${t(`news.way_${way}`)}</span>
                <input
                  type="checkbox"
                  data-wish=${`${kind}/${way}`}
                  checked=${wished[way]}
                  onChange=${(event) => wish(kind, way, event.target.checked)}
                />
              </label>
            </td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The language and the time zone in which mails speak. */
function Tongue({ part }) {
  const { t } = useSpeaker();
  const [language, setLanguage] = useState(part.data.language);
  const [zone, setZone] = useState(part.data.zone);
  const save = (event) => {
    event.preventDefault();
    part.act(() => server.put("/me/notifications", { language, zone }), t("news.saved"));
  };
  return html`<form onSubmit=${save}>
    <h3>${t("news.tongue")}</h3>
    <${SelectField}
      label=${t("shell.language")}
      value=${language}
      choices=${LANGUAGES.map((each) => [each, NAMES[each]])}
      onValue=${setLanguage}
    />
    <${ZoneField} label=${t("zone.label")} wrong=${isAt(part, "/zone")} value=${zone} onValue=${setZone} />
    <div class="buttons"><button type="submit">${t("news.save")}</button></div>
  </form>`;
}

/** All of it. */
export function Notifications() {
  const { t } = useSpeaker();
  const part = useLoaded("/me/notifications");
  return html`<p class="help">${t("news.help")}</p>
    <${Said} part=${part} placed=${isAt(part, "/email") || isAt(part, "/zone")} />
    ${part.data &&
    html`<${Address} part=${part} />
      <${Wishes} part=${part} />
      <${Tongue} key=${`${part.data.language} ${part.data.zone}`} part=${part} />`}`;
}
