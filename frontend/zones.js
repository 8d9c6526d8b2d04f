// Time zones, as this browser knows them.

/** The zone in which this browser shows times. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The zones to choose from, one's own first; null if an old browser can't list them. */
export function zones(chosen) {
  if (!Intl.supportedValuesOf) return null;
  return [...new Set([ownZone(), "UTC", ...Intl.supportedValuesOf("timeZone"), chosen])];
}
