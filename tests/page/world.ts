import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSDOM } from 'jsdom';
import { onTestFinished } from 'vitest';
import type { Tap } from '#core/site.ts';
import { startTap } from '#page/start.ts';
import { pageEvents } from '#protocol/page-events.ts';

export type View = Window & typeof globalThis;

/** Starts a real server on loopback for one test; answers its origin. */
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

/** Answers JSON of a length; the body is a string that the address names. */
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

/** What the tap of a page tells, as the content script would hear it. */
export interface Tapped {
  readonly view: View;
  /** Details of answers, in order. */
  readonly answers: string[];
  readonly states: string[];
  readonly tell: (name: string) => void;
  /** The next answer, where none has come yet. */
  readonly answer: () => Promise<string>;
}

/** Starts a tap in a page; it is listened to at once unless told otherwise. */
export function tapped(tap: Tap, origin: string, { listen = true, view = openView(origin) } = {}): Tapped {
  const answers: string[] = [];
  const states: string[] = [];
  const waiting: ((answer: string) => void)[] = [];
  const hear = (name: string, take: (detail: string) => void) =>
    view.document.addEventListener(name, (event) => 'detail' in event && take(String(event.detail)));
  hear(pageEvents.answer, (detail) => (waiting.shift() ?? ((late) => answers.push(late)))(detail));
  hear(pageEvents.state, (detail) => states.push(detail));
  const { Event } = view;
  const tell = (name: string) => view.document.dispatchEvent(new Event(name));
  startTap(tap, view);
  if (listen) tell(pageEvents.listen);
  const answer = () => {
    const come = answers.shift();
    return come === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(come);
  };
  return { view, answers, states, tell, answer };
}
