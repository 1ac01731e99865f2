/** Today's date, for entries that expire. Only this file reads the clock. */

/**
 * The date in UTC, as `2027-01-31`.
 *
 * @param env its SOURCE_DATE_EPOCH, in seconds, sets the date, for repeatable runs. Any other value is ignored.
 * @param now in milliseconds since 1970
 */
export function today(env: Readonly<Record<string, string | undefined>>, now = Date.now()): string {
  const epoch = env.SOURCE_DATE_EPOCH;
  const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : undefined;
  return new Date(seconds === undefined ? now : seconds * 1000).toISOString().slice(0, 10);
}
