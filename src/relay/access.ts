import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { Refusal, retryAfter } from '#relay/refusal.ts';
import { createQuota, type Quota } from '#relay/wait.ts';

const extensionOrigin = /^(?:chrome|moz|safari-web)-extension:\/\//;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether a page of the web asks, which may not read the answer: an extension names its scheme, programs name nothing. */
export const isWebOrigin = (origin: string | null): boolean => origin !== null && !extensionOrigin.test(origin);

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
 * @returns what throws Refusal 401 or 429
 */
export function createCheckToken(tokens: readonly string[], perMinute: number): CheckToken {
  if (tokens.length === 0) return () => undefined;
  const known = tokens.map((token) => ({ bytes: Buffer.from(token), quota: createQuota(perMinute, 60_000) }));
  return (authorization, now) => {
    const given = Buffer.from(/^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? '');
    let quota: Quota | undefined;
    for (const token of known) if (isSame(token.bytes, given)) quota = token.quota;
    if (!quota) throw new Refusal(401, 'a token of this relay is needed', { 'WWW-Authenticate': 'Bearer' });
    const leftMs = quota.take(now);
    if (leftMs > 0) throw new Refusal(429, 'too many requests with this token', retryAfter(leftMs));
  };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
