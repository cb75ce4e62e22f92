import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSDOM } from 'jsdom';
import { onTestFinished } from 'vitest';
import type { Tap } from '#core/site.ts';
import { pageEvents } from '#protocol/page-events.ts';
import { copySockets } from '#tap/copy-sockets.ts';
import { startTap } from '#tap/start.ts';

export type View = Window & typeof globalThis;

export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${isPort(address) ? address.port : 0}`;
}

const isPort = (address: AddressInfo | string | null): address is AddressInfo => typeof address === 'object';

export function json(response: ServerResponse, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body);
}

/** A page's world at an origin: jsdom's XMLHttpRequest and events, and this process's real fetch. */
function openView(origin: string): View {
  const { window } = new JSDOM('<body></body>', { url: `${origin}/page` });
  const own = { fetch: globalThis.fetch, Request: globalThis.Request, URL: globalThis.URL, JSON: { ...pick(JSON) } };
  // @ts-expect-error: jsdom's window lacks what is taken from this process
  return Object.assign(window, own);
}

const pick = ({ parse, stringify }: JSON) => ({ parse, stringify });

export function openTappedPage(tap: Tap, origin: string, { listen = true, view = openView(origin) } = {}) {
  const answers: string[] = [];
  const states: string[] = [];
  const waiting: ((answer: string) => void)[] = [];
  const onEvent = (name: string, take: (detail: string) => void) =>
    view.document.addEventListener(name, (event) => 'detail' in event && take(String(event.detail)));
  onEvent(pageEvents.answer, (detail) => (waiting.shift() ?? ((late) => answers.push(late)))(detail));
  onEvent(pageEvents.state, (detail) => states.push(detail));
  const { Event } = view;
  const send = (name: string) => view.document.dispatchEvent(new Event(name));
  startTap(tap, view, tap.sockets && copySockets);
  if (listen) send(pageEvents.listen);
  const answer = () => {
    const next = answers.shift();
    return next === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(next);
  };
  return { view, answers, states, send, answer };
}
