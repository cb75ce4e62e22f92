import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listenOn } from './servers.ts';

type Answer = (response: ServerResponse) => void;

const say =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'access-control-allow-origin': '*', ...headers }).end(body);
const error = (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  say(status, JSON.stringify({ error: text }), { 'access-control-expose-headers': 'Retry-After', ...headers });

/** More than the extension reads of any response. */
const tooMuch: Answer = (response) => {
  response.writeHead(200, { 'access-control-allow-origin': '*' });
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  let left = 70;
  const go = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(megabyte)) return void response.once('drain', go);
    }
    response.end();
  };
  go();
};

/** As a relay responds, so that an extension may send its token. */
const preflight: Answer = say(204, '', { 'access-control-allow-headers': 'authorization, if-none-match' });

/** Every fault at a relay's address, by its path. */
const answers: Readonly<Record<string, Answer>> = {
  timeout: () => undefined,
  unauthorized: error(401, 'a token is wanted'),
  'rate-limited': error(429, 'too many requests', { 'retry-after': '120' }),
  unavailable: error(503, 'no data yet: the price API does not answer'),
  key: error(502, "the price API refused the relay's key"),
  undecodable: say(200, Buffer.from([0x1b, 0xff, 0xfe, 0x00, 0xf8, 0x25, 0x00, 0xe2])),
  malformed: say(200, '<!doctype html><title>Router</title>', { 'content-type': 'text/html' }),
  'too-large': tooMuch,
  rejected: error(400, 'unknown field'),
  foreign: (response) => response.writeHead(200).end('some other program'),
};

/** Starts a server with every fault of a relay, each under its own path: `<url>/timeout`. */
export async function openFaultyRelay(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = answers[request.url?.split('/')[1] ?? ''];
    if (request.method === 'OPTIONS') preflight(response);
    else if (answer) answer(response);
    else response.writeHead(404).end();
  });
  const port = await listenOn(server, 0);
  return { url: `http://localhost:${port}`, close: () => closeServer(server) };
}
