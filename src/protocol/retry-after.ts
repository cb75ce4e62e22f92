/** The three forms of an HTTP date (RFC 9110, 5.6.7). `Date.parse` alone also accepts "retry 5" and "60 GMT". */
const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a `Retry-After` value: seconds or an HTTP date (RFC 9110, 10.2.3).
 * Returns the wait in ms: 0 for a time that has passed or a negative number, `undefined` for any other text. The caller
 * bounds it.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  // JSON has no Infinity: a stored wait must stay a finite number.
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.min(Math.max(0, Number(text) * 1000), Number.MAX_SAFE_INTEGER);
  // The oldest form names no zone and means GMT.
  const date = httpDates.some((form) => form.test(text))
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : Number.NaN;
  return Number.isFinite(date) ? Math.max(0, date - now) : undefined;
}

/** A `Retry-After` header in whole seconds, at least one. */
export const retryAfterHeader = (ms: number): Record<string, string> => ({
  'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))),
});
