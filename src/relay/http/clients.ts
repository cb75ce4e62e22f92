import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import type { RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { createCheckToken, missingToken } from '#relay/http/access.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { hashToken } from '#relay/token-hash.ts';
import { createUpstreamShare, type UpstreamShare } from '#relay/upstream/key-limits.ts';

/** Somebody who may use the relay. */
export interface Client {
  /** Whether the person who runs the relay gave the token in `RELAY_TOKENS`. An invite is for somebody else. */
  readonly isOwner: boolean;
  /** The client's own limit of requests to upstream. */
  readonly upstreamShare: UpstreamShare;
}

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

/**
 * Admits a request by its `Authorization`.
 * Returns `undefined` where the relay asks for nothing. Throws HttpError 401 or 429.
 */
export type AdmitClient = (authorization: string | null, now: number) => Client | undefined;

type ClientLimits = Pick<RelayLimits, 'clientPerMinute' | 'tokenUpstreamPerMinute'>;

/** Invites are looked up first: a relay has few, and each by its hash. */
export function createAdmitClient(
  tokens: readonly string[],
  limits: ClientLimits,
  invites: Invites | undefined,
): AdmitClient {
  const shares = tokens.map((token) => createUpstreamShare(hashToken(token), limits.tokenUpstreamPerMinute));
  const owners = shares.map((upstreamShare): Client => ({ isOwner: true, upstreamShare }));
  const checkToken = createCheckToken(tokens, limits.clientPerMinute);
  return (authorization, now) => {
    const invite = invites?.find(bearerToken(authorization));
    if (invite) return admitInvite(invite, now);
    if (tokens.length === 0 && !invites?.areRequired()) return undefined;
    if (tokens.length === 0) throw missingToken();
    return owners[checkToken(authorization, now) ?? -1];
  };
}

function admitInvite(invite: ValidInvite, now: number): Client {
  const waitMs = invite.requests.take(now);
  if (waitMs > 0) throw new HttpError(429, 'too many requests with this invite', retryAfterHeader(waitMs));
  invite.recordUse();
  return invite;
}
