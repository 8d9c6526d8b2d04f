// The page's words in three languages, and numbers, times and lists as each of them writes them.

export const LANGUAGES = ["zh-Hans", "zh-Hant", "en"];

/** Each language's name in itself, for the switch. */
export const NAMES = { "zh-Hans": "简体中文", "zh-Hant": "繁體中文", en: "English" };

/** The language of ours that a browser's tag asks for; null if none. */
export function fits(tag) {
  const [language, ...rest] = String(tag).toLowerCase().split("-");
  if (language === "en") return "en";
  if (language !== "zh") return null;
  if (rest.includes("hans")) return "zh-Hans";
  return rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh-Hans";
}

/** The language to begin with: the one remembered, else the first that the browser asks for and that we speak. */
export function choose(remembered, asked = []) {
  if (LANGUAGES.includes(remembered)) return remembered;
  return asked.map(fits).find(Boolean) || "en";
}

/**
 * A template with its holes filled in one pass: `{name}` with the value, `{count:card|cards}` with the first
 * form for one and the second for any other number. A hole without a value stays as it is.
 */
export function fill(template, values = {}, one = (count) => count === 1) {
  return template.replace(/\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (hole, name, single, several) => {
    if (!(name in values)) return hole;
    if (single === undefined) return String(values[name]);
    return one(values[name]) ? single : several;
  });
}

/** Makes a part of Intl, or null where the browser is too old for it. */
function guarded(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** A moment in a format, or as it came where there is none. */
const written = (format, iso) => (format ? format.format(new Date(iso)) : String(iso));

/** Everything that writes in one language: `t` for the page's words, and what Intl writes. */
export function speaker(lang, catalogue) {
  const numbers = guarded(() => new Intl.NumberFormat(lang));
  const lists = guarded(() => new Intl.ListFormat(lang, { type: "conjunction" }));
  const plurals = guarded(() => new Intl.PluralRules(lang));
  const format = (how) => guarded(() => new Intl.DateTimeFormat(lang, how));
  const hour = { hour: "2-digit", minute: "2-digit" };
  const day = { month: "short", day: "numeric" };
  const year = { year: "numeric" };
  const hours = format(hour);
  const days = format({ ...day, ...hour });
  const years = format({ ...year, ...day, ...hour });
  const dates = format({ ...day, timeZone: "UTC" });
  const oldDates = format({ ...year, ...day, timeZone: "UTC" });
  const wholeDates = format({ dateStyle: "medium" });
  const one = (count) => (plurals ? plurals.select(count) === "one" : count === 1);
  return {
    lang,
    t: (key, values) => (key in catalogue ? fill(catalogue[key], values, one) : key),
    has: (key) => key in catalogue,
    number: (value) => (numbers ? numbers.format(value) : String(value)),
    list: (things) => (lists ? lists.format(things) : things.join(lang === "en" ? ", " : "、")),
    clock: (iso) => written(hours, iso),
    /** A day that is told without an hour: the same day for everybody. With its year if that is another. */
    day: (iso, now = new Date()) =>
      written(new Date(iso).getUTCFullYear() === now.getUTCFullYear() ? dates : oldDates, iso),
    /** A day with its year, where this browser is. */
    date: (iso) => written(wholeDates, iso),
    /** The time of day if it was today, else the day as well, and the year if that is another. */
    time: (iso, now = new Date()) => {
      const when = new Date(iso);
      if (when.toDateString() === now.toDateString()) return written(hours, iso);
      return written(when.getFullYear() === now.getFullYear() ? days : years, iso);
    },
  };
}
