export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 414 | 421 | 429 | 500 | 502 | 503;

/** A request that gets an error response. The client reads `message`, so it never quotes a secret or another server. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}

/** The three forms of an HTTP date (RFC 9110, 5.6.7). `Date.parse` alone also accepts "retry 5" and "60 GMT". */
const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** No wait takes 30 years: so many seconds or ms are a time since 1970, as some servers send it. */
const [leastUnixSeconds, leastUnixMs] = [1e9, 1e12];

function readNumber(value: number, now: number): number {
  if (value < leastUnixSeconds) return value * 1000;
  return (value < leastUnixMs ? value * 1000 : value) - now;
}

/**
 * Reads a `Retry-After` value: seconds or an HTTP date (RFC 9110, 10.2.3), or a number that can only be a time since 1970.
 * Returns the wait in ms: 0 for a time that has passed or a negative number, `undefined` for any other text. The caller
 * bounds it.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^-?\d+(\.\d+)?$/.test(text)) {
    // JSON has no Infinity: a stored wait must stay a finite number.
    return Math.min(Math.max(0, readNumber(Number(text), now)), Number.MAX_SAFE_INTEGER);
  }
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

/** The opaque tag of an entity tag, quotes included, without the `W/` of a weak one. */
const opaqueTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/** RFC 9110, 13.1.2: weak comparison, lists, `*`. A missing or unreadable value matches nothing. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const wanted = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(opaqueTag)].some((match) => match[1] === wanted);
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), or '' without one. The scheme is case-insensitive. */
export const bearerToken = (authorization: string | null | undefined): string =>
  /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? '';
