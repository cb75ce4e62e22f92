/**
 * Reads a `Retry-After` value: seconds or an HTTP date (RFC 9110, 10.2.3).
 * Answers the wait in ms, 0 for what has passed or is negative, `undefined` for what cannot be read. The caller bounds it.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.max(0, Number(text) * 1000);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(date) ? Math.max(0, date - now) : undefined;
}
