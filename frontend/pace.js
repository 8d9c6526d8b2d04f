// A game's pace and how its table deals with people, as the form holds them and as they are sent. Pure.

import { ownZone } from "./zones.js";

export const PACES = ["house", "live", "daily", "slow", "own"];

/** Units in which a length may be given, in seconds; a time of day is none. */
export const UNITS = { minutes: 60, hours: 3600, days: 86400 };

/** What the form begins with. */
export const noPace = () => ({ name: "house", lengths: {}, zone: ownZone(), quiet: false, from: "23:00", to: "08:00", weekends: true });

/** A length of the form, in seconds or as a time of day. */
export const lengthOf = ({ unit, count, time }) => (unit === "time" ? time : Math.round(Number(count) * UNITS[unit]));

/** What an own pace begins with for a kind of question: the daily length. */
export function lengthFrom(seconds) {
  const unit = seconds % 86400 === 0 ? "days" : seconds % 3600 === 0 ? "hours" : "minutes";
  return { unit, count: seconds / UNITS[unit], time: "20:00" };
}

/** The pace as it is sent. */
export function paceBody({ name, lengths, zone, quiet, from, to, weekends }, ruleset) {
  const body = { name, zone, weekends, quiet: quiet ? { from, to } : null };
  if (name !== "own") return body;
  const given = ruleset.asks.map(({ name: ask }) => [ask, lengthOf(lengths[ask] || lengthFrom(ruleset.paces.daily[ask]))]);
  return { ...body, lengths: Object.fromEntries(given) };
}

/** The fields of the conduct that are numbers, and what they are if nothing is chosen. */
export const COUNTS = { leave_hours: 0, extensions: 3, pause_hours: 72, absent_after: 2 };

/** The others, with their choices: the first is what holds if nothing is chosen. */
export const CHOICES = {
  breaks: ["host", "vote", "nobody"],
  absent: ["substitute", "bot", "default"],
  credit: ["last", "first", "both"],
};

/** What of the conduct was chosen, as it is sent; a ready check is chosen in minutes. */
export function conductBody(conduct) {
  const { ready_minutes: minutes, ...rest } = conduct;
  const chosen = Object.entries(rest).filter(([, value]) => value !== "" && value !== undefined);
  return { ...Object.fromEntries(chosen), ...(minutes ? { ready_check: 60 * Number(minutes) } : {}) };
}

/** When it starts by itself, if at all: the form's local hour as a moment. */
export function scheduleBody(startsAt, fill) {
  if (!startsAt) return {};
  return { starts_at: new Date(startsAt).toISOString(), fill: fill || null };
}
