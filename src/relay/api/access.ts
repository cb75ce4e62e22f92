import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HttpError } from '#protocol/http-error.ts';
import { isLoopbackAuthority } from '#protocol/loopback.ts';

const extensionOrigin = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/** Whether an extension of any browser asks. Browsers do not let a web page send such an origin. */
export const isExtensionOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && extensionOrigin.test(origin);

/**
 * Refuses requests that a web page causes, even those whose response it cannot read: they would spend the key's budget.
 * Programs send neither header. A person who opens an address sends `Sec-Fetch-Site: none`, as an extension with a host
 * permission does. A `no-cors` request has no `Origin`.
 * @throws HttpError 403
 */
export function checkReader(origin: string | undefined, fetchSite = 'none'): void {
  const isPage = origin === undefined ? fetchSite !== 'none' : !isExtensionOrigin(origin);
  if (isPage) throw new HttpError(403, 'web pages may not use this relay');
}

/**
 * @param host all `Host` headers, joined with commas
 * @throws HttpError 400 for more than one: a proxy may have read the other. 421 unless the host is loopback if it must be:
 * a web page may have rebound its own name (DNS rebinding)
 */
export function checkHost(host: string | undefined, loopbackOnly: boolean): void {
  if (host?.includes(',')) throw new HttpError(400, 'a request has one Host');
  if (loopbackOnly && !isLoopbackAuthority(host ?? '')) throw new HttpError(421, 'this relay answers on loopback only');
}

/** Refuses a body that is larger than `maxBytes`, before all of it is read. Throws HttpError 413. */
export const limitBody = (maxBytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new HttpError(413, 'the body is too large', { Connection: 'close' });
    },
  });
