// Moments as a form holds them: in the clock of this browser, to the minute. Pure.

const two = (number) => String(number).padStart(2, "0");

/** A moment for a field of type datetime-local. */
export function localOf(date) {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What such a field holds, for the server; null while it holds nothing. */
export const momentOf = (local) => (local ? new Date(local).toISOString() : null);

/** The moment so many days from now, for the server; null for never. */
export const inDays = (days, now = Date.now()) => (days === null ? null : new Date(now + days * 86400000).toISOString());
