import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBegin304 } from '#relay/head.ts';
import type { Relay } from '#relay/http/handler.ts';
import type { Reply } from '#relay/http/response.ts';
import type { Route } from '#relay/http/routes.ts';

/** Addresses that mean the same to every reader of them; others are left to Hono's reading. */
const plain = /^[\w\-/.?=&,%]*$/;

/**
 * Answers a GET of a known address straight on Node's own response, which costs less than through Web-standard requests and
 * responses. What it leaves (`false`) is Hono's: other methods, other addresses.
 * @param now ms since 1970 by the system's clock, which Node's `Date` headers are of
 */
export function createDirect(
  { routes, answer }: Relay,
  now: () => number = Date.now,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const find = createFind(routes);
  const send = atEndOfTurn(createSend(now));
  return (incoming, outgoing) => {
    const { method, url: target = '' } = incoming;
    const route = find(target);
    if (method !== 'GET' || !route) return false;
    const header = (name: string) => headerOf(incoming, name);
    const sent = answer({ method, target, header }, route, (reply) => send(outgoing, reply));
    if (sent instanceof Promise) sent.catch(() => outgoing.destroy());
    return true;
  };
}

/** Finds the route that an address names, if any reader of it would find the same. */
function createFind(routes: readonly Route[]): (target: string) => Route | undefined {
  const found = new Map(routes.map((route) => [route.path, route]));
  return (target) => {
    const end = target.indexOf('?');
    if (end < 0) return found.get(target);
    return plain.test(target) ? found.get(target.slice(0, end)) : undefined;
  };
}

/** Node joins what a header says twice, but for a few that it lists. */
export function headerOf(
  { headers }: { readonly headers: NodeJS.Dict<string | string[]> },
  name: string,
): string | null {
  const value = headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

type Send = (outgoing: ServerResponse, reply: Reply) => void;

/**
 * Puts sending off until all requests that came at once are read, which is within the same turn of the event loop: each write
 * wakes its client if that sleeps, and clients that share a processor or a connection (a proxy) are then woken once.
 * An answer that cannot be sent cuts its own connection and holds up no other.
 */
function atEndOfTurn(send: Send): Send {
  let waiting: { readonly outgoing: ServerResponse; readonly reply: Reply }[] = [];
  const sendAll = () => {
    const all = waiting;
    waiting = [];
    for (const { outgoing, reply } of all) {
      try {
        send(outgoing, reply);
      } catch {
        outgoing.destroy();
      }
    }
  };
  return (outgoing, reply) => {
    if (waiting.push({ outgoing, reply }) === 1) setImmediate(sendAll);
  };
}

function createSend(now: () => number): Send {
  const begin304 = createBegin304(now);
  return (outgoing, { status, headers, body }) => {
    if (status === 304) begin304(outgoing, headers);
    else if (body === null) outgoing.writeHead(status, headers);
    else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    outgoing.end(body);
  };
}
