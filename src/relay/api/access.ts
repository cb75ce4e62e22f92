import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { lazy } from '#core/asks/lazy.ts';
import { minuteMs } from '#core/prices/age.ts';
import { bearerToken, HttpError, retryAfterHeader } from '#protocol/http.ts';
import { isLoopbackAuthority } from '#protocol/loopback.ts';
import { createRateLimiter } from '#protocol/rate-limiter.ts';
import type { Admission } from '#relay/admin/invites.ts';
import { type ApiHandler, isForwarded, type RelayDeps } from '#relay/api/api-context.ts';
import { createUpstreamShare } from '#relay/feeds/key-limits.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { digestOf, hashToken } from '#relay/token-hash.ts';

/** Whether an extension of any browser asks. Browsers do not let a web page send such an origin. */
export const isExtensionOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]+$/.test(origin);

/** A page's requests would spend the key's budget. A person who opens an address sends `none`, programs send nothing. */
export function checkReader(origin: string | undefined, fetchSite = 'none'): void {
  const isPage = origin === undefined ? fetchSite !== 'none' : !isExtensionOrigin(origin);
  if (isPage) throw new HttpError(403, 'web pages may not use this relay');
}

/** Of two, a proxy may have read the other; on loopback a page may have rebound its name. @throws HttpError */
export function checkHost(host: string | undefined, loopbackOnly: boolean): void {
  if (host?.includes(',')) throw new HttpError(400, 'a request has one Host');
  if (loopbackOnly && !isLoopbackAuthority(host ?? '')) throw new HttpError(421, 'this relay answers on loopback only');
}

export const limitBody = (maxBytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new HttpError(413, 'the body is too large', { Connection: 'close' });
    },
  });

/** A relay that wants no token still wants one of whoever comes through a proxy. @throws HttpError 401 or 429 */
export function checkInvite({ tokens, invites, limits, monotonicMs, reportProblem }: RelayDeps): ApiHandler {
  const findToken = createTokenSearch(tokens, limits);
  const reportProxy = lazy(() =>
    reportProblem('a proxy’s requests are refused without invites or tokens', 'forwarded'),
  );
  return async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'));
    const client = invites.find(token) ?? findToken(token);
    if (client) {
      const waitMs = client.requests.take(monotonicMs());
      const by = client.isOwner ? 'token' : 'invite';
      if (waitMs > 0) throw new HttpError(429, `too many requests with this ${by}`, retryAfterHeader(waitMs));
      client.recordUse();
    } else if (tokens.length > 0 || invites.areRequired() || isForwarded(c)) {
      if (tokens.length === 0 && !invites.areRequired()) reportProxy();
      throw new HttpError(401, 'a token of this relay is needed', { 'WWW-Authenticate': 'Bearer' });
    }
    c.set('client', client);
    return next();
  };
}

export const checkOwner: ApiHandler = async (c, next) => {
  if (c.get('client')?.isOwner === false) throw new HttpError(403, 'an invite does not open this');
  return next();
};

/** Every token is compared, in constant time, so the duration tells nothing. */
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
