import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { closeServer, listenOn } from '../e2e/servers.ts';

/** The API key, which must not leave the relay. */
export const key = 'sk_live_never-to-be-seen-0123456789';

/** How the stub of the price API handles one request; it may end the response in any way, or never. */
export type Script = (request: IncomingMessage, response: ServerResponse) => void;

interface Seen {
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
}

export type Upstream = Awaited<ReturnType<typeof openUpstream>>;

export async function startUpstream(script: Script) {
  const upstream = await openUpstream(script);
  onTestFinished(upstream.close);
  return upstream;
}

export async function openUpstream(script: Script) {
  const seen: Seen[] = [];
  let current = script;
  const server = createServer((request, response) => {
    seen.push({ target: request.url ?? '', headers: request.headers });
    current(request, response);
  });
  const port = await listenOn(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    does: (next: Script) => {
      current = next;
    },
    close: () => closeServer(server),
  };
}

export interface Extra {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** Answers like the price API: brotli, an ETag, 304 if it matches. */
export function answers(body: unknown, { status = 200, headers = {} }: Extra = {}): Script {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const packed = brotliCompressSync(text, { params: { 1: 4 } });
  const etag = headers['ETag'] ?? `"${createHash('sha256').update(text).digest('base64')}"`;
  return (request, response) => {
    if (status === 200 && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'br',
      ...(status === 200 && { ETag: etag }),
      ...headers,
    });
    response.end(packed);
  };
}

/** An error of the price API (src/protocol/price-api.md, "Errors"). */
export const refuses = (status: number, headers: Record<string, string> = {}): Script =>
  answers({ error: `stub says ${status}` }, { status, headers });

export const hangs: Script = () => undefined;

export const resets: Script = (request) => request.socket.destroy();

export function inTurn(...scripts: readonly Script[]): Script {
  let turn = 0;
  return (request, response) => scripts[Math.min(turn++, scripts.length - 1)]?.(request, response);
}

/** A body of `/api/prices` with one item, which every market has. */
export const pricesOfAll = {
  updated_at: '2026-11-20T10:00:00.000Z',
  markets: [...marketIds],
  items: { a: Object.fromEntries(marketIds.map((id) => [id, { price: 1 }])) },
};

/** Rows of `/api/get-partner-prices`; `seed` moves every price. */
export const partnerRows = (count: number, seed = 0): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `★ Item ${at} | Skin (Field-Tested)`,
      { price_buff: 100 + at + seed, price_uu: 101 + at, price_csfloat: 102 + at, liquidity: 50, is_inflated: false },
    ]),
  );
