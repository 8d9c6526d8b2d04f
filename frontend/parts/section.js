// A section of a page: what it shows is fetched when it is opened, and what is done in it is said in it.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { html } from "../vendor/html.js";
import { complaint, server } from "../api.js";
import { useSpeaker } from "../store.js";

/** A section, closed at first. Once opened it stays as it is, so that a secret told once isn't lost by closing it. */
export function Section({ name, title, children }) {
  const [opened, setOpened] = useState(false);
  return html`<details class="card section" data-section=${name} onToggle=${() => setOpened(true)}>
    <summary><h2>${title}</h2></summary>
    ${opened && children}
  </details>`;
}

/**
 * {data, error, said, act}: what the server tells at a path. `act(work, said)` does something, asks anew,
 * and says that it is done; one thing at a time.
 */
export function useLoaded(path) {
  const [data, setData] = useState(null);
  const [error, setError] = useState(null);
  const [said, setSaid] = useState(null);
  const busy = useRef(false);
  const load = async () => setData(await server.get(path));
  const act = async (work, done = null) => {
    if (busy.current) return;
    busy.current = true;
    setError(null);
    setSaid(null);
    try {
      await work();
      await load();
      setSaid(done);
    } catch (problem) {
      setError(problem);
    }
    busy.current = false;
  };
  useEffect(() => void act(() => {}), []);
  return { data, error, said, act };
}

/** Whether the last thing was refused because of this field. */
export const isAt = ({ error }, pointer) => Boolean(error && error.at && error.at(pointer));

/** How the last thing went; `placed`: what was wrong stands beside its field already. */
export function Said({ part, placed = false }) {
  const speaker = useSpeaker();
  const place = useRef(null);
  const { data, error, said, act } = part;
  useEffect(() => {
    // The button that was pressed may be gone: the keyboard goes on from here.
    if (said && document.activeElement === document.body) place.current.focus();
  }, [said]);
  return html`<p class="done" role="status" tabindex="-1" ref=${place}>
      ${said || (data || error ? "" : speaker.t("common.loading"))}
    </p>
    ${error && !placed && html`<p class="error" role="alert">${complaint(error, speaker)}</p>`}
    ${error &&
    !data &&
    html`<div class="buttons">
      <button type="button" onClick=${() => act(() => {})}>${speaker.t("shell.try_now")}</button>
    </div>`}`;
}
