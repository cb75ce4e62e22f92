import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { Refusal, retryAfter } from '#relay/http/http-error.ts';
import { createQuota, type Quota } from '#relay/rate-limit.ts';

const extensionOrigin = /^(?:chrome|moz|safari-web)-extension:\/\//;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether a page of the web asks, which may not read the answer: an extension names its scheme, programs name nothing. */
export const isWebOrigin = (origin: string | null): boolean => origin !== null && !extensionOrigin.test(origin);

/** Whether an extension of any browser asks. */
export const isExtensionOrigin = (origin: string | null): boolean => origin !== null && extensionOrigin.test(origin);

/**
 * Who may read: extensions, and programs, whom it does not concern. The same words for all, so that a shared cache need not
 * hold an answer for the origin of each installation.
 */
export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Age, Retry-After, Cache-Status',
};

/** @throws Refusal 421 for a name that is not loopback's: a page may have rebound its own (DNS rebinding). */
export function checkHost(host: string | null): void {
  if (!loopback.test(host ?? '')) throw new Refusal(421, 'this relay answers on loopback only');
}

export type CheckToken = (authorization: string | null, now: number) => void;

/**
 * Lets in who shows one of the tokens, each so often a minute; without tokens everybody.
 * All are compared, in constant time, so that time tells nothing but a length.
 * @param isSame compares as many bytes of each, in constant time
 * @returns what throws Refusal 401 or 429
 */
export function createCheckToken(
  tokens: readonly string[],
  perMinute: number,
  isSame: (one: Uint8Array, other: Uint8Array) => boolean = timingSafeEqual,
): CheckToken {
  if (tokens.length === 0) return () => undefined;
  const size = Math.max(...tokens.map((token) => token.length));
  const known = tokens.map((token) => ({ bytes: pad(token, size), token, quota: createQuota(perMinute, 60_000) }));
  const padded = Buffer.alloc(size);
  return (authorization, now) => {
    const given = readBearer(authorization);
    if (given.length < size) padded.fill(0);
    padded.write(given, 'latin1');
    let quota: Quota | undefined;
    for (const { bytes, token, quota: own } of known) {
      if (isSame(bytes, padded) && token.length === given.length) quota = own;
    }
    if (!quota) throw new Refusal(401, 'a token of this relay is needed', { 'WWW-Authenticate': 'Bearer' });
    const leftMs = quota.take(now);
    if (leftMs > 0) throw new Refusal(429, 'too many requests with this token', retryAfter(leftMs));
  };
}

const scheme = 'Bearer ';

/** The scheme's letters may be of any case; hardly any client writes them otherwise. */
function readBearer(authorization: string | null): string {
  if (authorization?.startsWith(scheme)) return authorization.slice(scheme.length).trimStart();
  return /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** All of one size, so that comparing them takes the same time whatever is given. */
const pad = (token: string, size: number): Uint8Array => {
  const bytes = Buffer.alloc(size);
  bytes.write(token, 'latin1');
  return bytes;
};
