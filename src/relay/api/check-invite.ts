import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { type Admission, type ApiHandler, addressOf } from '#relay/api/api-context.ts';
import type { RelayDeps } from '#relay/deps.ts';
import { createUpstreamShare } from '#relay/feeds/key-limits.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { digestOf, hashToken } from '#relay/token-hash.ts';

/** Lets nobody pass without an invite or a token where the relay wants one. Throws HttpError 401 or 429. */
export function checkInvite({
  tokens,
  invites,
  limits,
  monotonicMs,
}: Pick<RelayDeps, 'tokens' | 'invites' | 'limits' | 'monotonicMs'>): ApiHandler {
  const findToken = createTokenSearch(tokens, limits);
  const noteWrongToken = createWrongTokenLimit(limits.wrongTokensPerMinute);
  return async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'));
    const now = monotonicMs();
    const client = invites?.find(token) ?? findToken(token);
    if (client) {
      admit(client, now);
    } else if (tokens.length > 0 || invites?.areRequired()) {
      if (token !== '') noteWrongToken(addressOf(c), now);
      throw new HttpError(401, 'a token of this relay is needed', { 'WWW-Authenticate': 'Bearer' });
    }
    c.set('client', client);
    return next();
  };
}

/** An invite opens nothing that is the owner's alone. */
export const checkOwner: ApiHandler = async (c, next) => {
  if (c.get('client')?.isOwner === false) throw new HttpError(403, 'an invite does not open this');
  return next();
};

/** @throws HttpError 429 */
function admit({ isOwner, requests, recordUse }: Admission, now: number): void {
  const waitMs = requests.take(now);
  const by = isOwner ? 'token' : 'invite';
  if (waitMs > 0) throw new HttpError(429, `too many requests with this ${by}`, retryAfterHeader(waitMs));
  recordUse();
}

/**
 * Every token is compared, in constant time, so the duration tells nothing.
 * @param isEqual compares buffers of equal length in constant time
 */
export function createTokenSearch(
  tokens: readonly string[],
  limits: Pick<RelayLimits, 'clientPerMinute' | 'tokenUpstreamPerMinute'>,
  isEqual: (one: Uint8Array, other: Uint8Array) => boolean = timingSafeEqual,
): (token: string) => Admission | undefined {
  const known = tokens.map((token) => ({
    digest: digestOf(token),
    isOwner: true,
    upstreamShare: createUpstreamShare(hashToken(token), limits.tokenUpstreamPerMinute),
    requests: createRateLimiter(limits.clientPerMinute, minuteMs),
    recordUse: () => undefined,
  }));
  return (token) => {
    if (known.length === 0) return undefined;
    const given = digestOf(token);
    return known.filter(({ digest }) => isEqual(digest, given))[0];
  };
}

/** Addresses that are remembered; the least recent one is forgotten first. */
const maxAddresses = 1000;

/**
 * Counts the wrong tokens of each remote address. A right token never gets here, so clients that share an address with a
 * guesser, as behind a proxy, are not slowed.
 * @returns a function that throws HttpError 429 beyond `perMinute`
 */
export function createWrongTokenLimit(perMinute: number): (address: string, now: number) => void {
  const limiters = new LRUCache<string, RateLimiter>({ max: maxAddresses });
  return (address, now) => {
    const limiter = limiters.get(address) ?? createRateLimiter(perMinute, minuteMs);
    limiters.set(address, limiter);
    const waitMs = limiter.take(now);
    if (waitMs > 0) throw new HttpError(429, 'too many wrong tokens', retryAfterHeader(waitMs));
  };
}
