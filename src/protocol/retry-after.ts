/** The three forms of an HTTP date (RFC 9110, 5.6.7); `Date.parse` alone makes dates of "retry 5" and "60 GMT" as well. */
const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a `Retry-After` value: seconds or an HTTP date (RFC 9110, 10.2.3).
 * Answers the wait in ms, 0 for what has passed or is negative, `undefined` for what cannot be read. The caller bounds it.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  // Endless would be no number in a store, and what stands beside it would be lost.
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.min(Math.max(0, Number(text) * 1000), Number.MAX_SAFE_INTEGER);
  // The oldest form names no zone, and means Greenwich's.
  const date = httpDates.some((form) => form.test(text))
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : Number.NaN;
  return Number.isFinite(date) ? Math.max(0, date - now) : undefined;
}
