import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { type ApiHandler, addressOf, type Client } from '#relay/api/api-context.ts';
import { createUpstreamShare } from '#relay/feeds/key-limits.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { digestOf, hashToken } from '#relay/token-hash.ts';

/** An invite that is good at the moment. */
export interface ValidInvite extends Client {
  readonly requests: RateLimiter;
  /** Records one request. */
  readonly recordUse: () => void;
}

/** The invites of the configuration file. */
export interface Invites {
  /** Whether nobody gets prices without an invite or a token. */
  readonly areRequired: () => boolean;
  /** The invite with this token; `undefined` for a token that is none, or no more. */
  readonly find: (token: string) => ValidInvite | undefined;
}

export interface InviteCheckDeps {
  readonly tokens: readonly string[];
  readonly invites: Invites | undefined;
  readonly limits: Pick<RelayLimits, 'clientPerMinute' | 'tokenUpstreamPerMinute' | 'wrongTokensPerMinute'>;
  readonly monotonicMs: () => number;
}

/** Lets nobody pass without an invite or a token where the relay wants one. Throws HttpError 401 or 429. */
export function checkInvite({ tokens, invites, limits, monotonicMs }: InviteCheckDeps): ApiHandler {
  const checkToken = createTokenCheck(tokens, limits);
  const noteWrongToken = createWrongTokenLimit(limits.wrongTokensPerMinute);
  return async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'));
    const now = monotonicMs();
    // A relay has few invites, and finds each by its hash.
    const invite = invites?.find(token);
    const client = invite ? admitInvite(invite, now) : checkToken(token, now);
    if (!client && (tokens.length > 0 || invites?.areRequired())) {
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

function admitInvite(invite: ValidInvite, now: number): Client {
  const waitMs = invite.requests.take(now);
  if (waitMs > 0) throw new HttpError(429, 'too many requests with this invite', retryAfterHeader(waitMs));
  invite.recordUse();
  return invite;
}

/**
 * Every token is compared, in constant time, so the duration tells nothing.
 * @param isEqual compares buffers of equal length in constant time
 * @returns finds the owner of a token; `undefined` for any other token. It throws HttpError 429
 */
export function createTokenCheck(
  tokens: readonly string[],
  limits: Pick<RelayLimits, 'clientPerMinute' | 'tokenUpstreamPerMinute'>,
  isEqual: (one: Uint8Array, other: Uint8Array) => boolean = timingSafeEqual,
): (token: string, now: number) => Client | undefined {
  const known = tokens.map((token) => ({
    digest: digestOf(token),
    limiter: createRateLimiter(limits.clientPerMinute, 60_000),
    owner: { isOwner: true, upstreamShare: createUpstreamShare(hashToken(token), limits.tokenUpstreamPerMinute) },
  }));
  return (token, now) => {
    if (known.length === 0) return undefined;
    const given = digestOf(token);
    const [found] = known.filter(({ digest }) => isEqual(digest, given));
    const waitMs = found?.limiter.take(now) ?? 0;
    if (waitMs > 0) throw new HttpError(429, 'too many requests with this token', retryAfterHeader(waitMs));
    return found?.owner;
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
    const limiter = limiters.get(address) ?? createRateLimiter(perMinute, 60_000);
    limiters.set(address, limiter);
    const waitMs = limiter.take(now);
    if (waitMs > 0) throw new HttpError(429, 'too many wrong tokens', retryAfterHeader(waitMs));
  };
}
