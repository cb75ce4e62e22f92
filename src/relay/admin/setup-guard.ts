import type { MiddlewareHandler } from 'hono';
import { HttpError } from '#protocol/http-error.ts';
import { isLoopbackHost } from '#protocol/loopback.ts';
import type { NodeBindings } from '#protocol/node-server.ts';
import { checkHost } from '#relay/api/access.ts';

export interface SetupRequest {
  readonly method: string;
  readonly remoteAddress: string;
  readonly header: (name: string) => string | undefined;
}

/** Headers of a proxy: whoever is behind it need not be on this machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];

const isLoopbackAddress = (address: string): boolean => isLoopbackHost(address.replace(/^::ffff:/i, ''));

/**
 * Refuses everybody but a person or a program on this machine: the network, proxies, web pages (by `Sec-Fetch-Site`, and
 * by `Origin` for what changes something), frames, and foreign host names (DNS rebinding).
 * @throws HttpError 400, 403, 404, 405 or 421
 */
export function checkSetupRequest({ method, remoteAddress, header }: SetupRequest): void {
  const isProxied = proxyHeaders.some((name) => header(name) !== undefined);
  if (!isLoopbackAddress(remoteAddress) || isProxied) throw new HttpError(404, 'there is nothing at this address');
  const host = header('host');
  checkHost(host, true);
  if (method !== 'GET' && method !== 'POST') throw new HttpError(405, 'GET and POST only', { Allow: 'GET, POST' });
  const site = header('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin') throw new HttpError(403, 'another page may not use this one');
  if (/^(?:i?frame|embed|object|fencedframe)$/.test(header('sec-fetch-dest') ?? '')) {
    throw new HttpError(403, 'this page may not be framed');
  }
  const origin = header('origin');
  const isOwn = origin === `http://${host}`;
  if (method === 'POST' ? !isOwn : origin !== undefined && !isOwn) {
    throw new HttpError(403, 'another page may not use this one');
  }
}

/** Headers of every response of the setup: nothing may frame, keep, or add to it, and no address leaves it. */
const setupHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers send `Origin: null` with a form.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export const guardSetup: MiddlewareHandler<{ Bindings: NodeBindings }> = async (c, next) => {
  for (const [name, value] of Object.entries(setupHeaders)) c.header(name, value);
  const remoteAddress = c.env.incoming.socket.remoteAddress ?? '';
  checkSetupRequest({ method: c.req.method, remoteAddress, header: (name) => c.req.header(name) });
  return next();
};
