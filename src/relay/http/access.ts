import { timingSafeEqual } from 'node:crypto';
import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import { isLoopbackAuthority } from '#protocol/loopback.ts';
import { createRateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { digestOf } from '#relay/token-hash.ts';

const extensionOrigin = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/** Whether an extension of any browser asks. Browsers do not let a web page send such an origin. */
export const isExtensionOrigin = (origin: string | null): origin is string =>
  origin !== null && extensionOrigin.test(origin);

/**
 * Refuses requests that a web page causes, even those whose response it cannot read: they would spend the key's budget.
 * Programs send neither header. A person who opens an address sends `Sec-Fetch-Site: none`, as an extension with a host
 * permission does. A `no-cors` request has no `Origin`.
 * @throws HttpError 403
 */
export function checkReader(origin: string | null, fetchSite: string | null): void {
  const isPage = origin === null ? fetchSite !== null && fetchSite !== 'none' : !isExtensionOrigin(origin);
  if (isPage) throw new HttpError(403, 'web pages may not use this relay');
}

/**
 * @param host all `Host` headers, joined with commas
 * @throws HttpError 400 for more than one: a proxy may have read the other. 421 unless the host is loopback if it must be:
 * a web page may have rebound its own name (DNS rebinding)
 */
export function checkHost(host: string | null, loopbackOnly: boolean): void {
  if (host?.includes(',')) throw new HttpError(400, 'a request has one Host');
  if (loopbackOnly && !isLoopbackAuthority(host ?? '')) throw new HttpError(421, 'this relay answers on loopback only');
}

/** Returns the number of the token; `undefined` if the relay has none. */
export type CheckToken = (authorization: string | null, now: number) => number | undefined;

/**
 * Admits requests with one of the tokens, at most `perMinute` for each. Without tokens it admits all.
 * Every token is compared, in constant time, so the duration tells nothing.
 * @param isEqual compares buffers of equal length in constant time
 * @returns a function that throws HttpError 401 or 429
 */
export function createCheckToken(
  tokens: readonly string[],
  perMinute: number,
  isEqual: (one: Uint8Array, other: Uint8Array) => boolean = timingSafeEqual,
): CheckToken {
  const known = tokens.map((token, number) => ({
    number,
    digest: digestOf(token),
    limiter: createRateLimiter(perMinute, 60_000),
  }));
  if (known.length === 0) return () => undefined;
  return (authorization, now) => {
    const given = digestOf(bearerToken(authorization));
    const found = known.filter(({ digest }) => isEqual(digest, given))[0];
    if (!found) throw missingToken();
    const waitMs = found.limiter.take(now);
    if (waitMs > 0) throw new HttpError(429, 'too many requests with this token', retryAfterHeader(waitMs));
    return found.number;
  };
}

export const missingToken = (): HttpError =>
  new HttpError(401, 'a token of this relay is needed', { 'WWW-Authenticate': 'Bearer' });
