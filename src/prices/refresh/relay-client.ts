import { Fault, type FaultKind } from '#core/fault.ts';
import { withTimeout } from '#core/timeout.ts';
import { errorBody } from '#protocol/price-api.ts';
import { parseRetryAfter } from '#protocol/retry-after.ts';

/** A relay to ask: its base address, ending in a slash, and its token or ''. */
export interface Relay {
  readonly base: URL;
  readonly token: string;
}

export interface FeedRequest {
  readonly fetch: typeof fetch;
  readonly relay: Relay;
  /** Path and query from `/api/` on. */
  readonly path: string;
  /** The tag of what is held; without one the whole answer comes. */
  readonly etag?: string | undefined;
  /** Ends the request from outside: another relay was chosen. */
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
  /** Longest that the whole answer may take; browsers stop a worker whose fetch takes 30 s. */
  readonly timeoutMs?: number | undefined;
}

export type FeedAnswer =
  | {
      readonly changed: false;
      /** The time of the data, ms since the epoch; `undefined` when the relay states none that has passed. */
      readonly asOf: number | undefined;
    }
  | {
      readonly changed: true;
      readonly body: unknown;
      readonly etag: string | undefined;
      /** The time of the data, ms since the epoch. */
      readonly asOf: number;
    };

/** Longest that a whole answer may take, ms. */
export const answerMs = 20_000;
/** Largest body that is read, decoded. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Asks the relay for one feed, with the ETag of what is held.
 * @throws Fault of one of the nine kinds; nothing else.
 */
export async function fetchFeed(request: FeedRequest): Promise<FeedAnswer> {
  const over = new AbortController();
  const signal = request.signal ? AbortSignal.any([over.signal, request.signal]) : over.signal;
  try {
    return await withTimeout(converse(request, signal), request.timeoutMs ?? answerMs, request.signal);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('unreachable', `no answer: ${messageOf(error)}`, { cause: error });
  } finally {
    over.abort();
  }
}

async function converse(request: FeedRequest, signal: AbortSignal): Promise<FeedAnswer> {
  const response = await send(request, signal);
  if (response.status === 304 && request.etag) return { changed: false, asOf: pastTime(response, request.now()) };
  if (response.status !== 200) throw await refusal(response, request.now());
  const body = parseJson(await readBody(response));
  return {
    changed: true,
    body,
    etag: response.headers.get('ETag') ?? undefined,
    asOf: timeOf(response, request.now()),
  };
}

function send({ fetch, relay, path, etag }: FeedRequest, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (relay.token) headers.set('Authorization', `Bearer ${relay.token}`);
  if (etag) headers.set('If-None-Match', etag);
  // `no-cache` asks the relay each time and lets the browser keep the answer as a compression dictionary.
  return fetch(new URL(path.replace(/^\//, ''), relay.base), {
    headers,
    signal,
    cache: 'no-cache',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  });
}

/** What each refusing status means; all others mean that this is not a relay. */
const refusals: Readonly<Record<number, FaultKind>> = {
  400: 'rejected',
  401: 'unauthorized',
  403: 'unauthorized',
  414: 'rejected',
  429: 'rate-limited',
};

async function refusal(response: Response, now: number): Promise<Fault> {
  const { status } = response;
  if (response.type === 'opaqueredirect') return new Fault('malformed', 'the address sends elsewhere (a redirect)');
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now);
  const said = await errorText(response);
  const kind = refusals[status] ?? (status >= 500 ? 'unavailable' : 'malformed');
  return new Fault(kind, `status ${status}${said ? `: ${said}` : ''}`, { status, retryAfterMs });
}

/** The relay's own words, if that is what the body holds; whatever else it is stays unread by anyone. */
async function errorText(response: Response): Promise<string | undefined> {
  try {
    const text = new TextDecoder().decode(await readBody(response, 64 * 1024));
    const parsed = errorBody.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.error.slice(0, 200) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a body, but never more than `limit` bytes of it. @throws Fault `too-large`. */
async function readBody(response: Response, limit = maxBodyBytes): Promise<Uint8Array> {
  if (!response.body) throw new Fault('malformed', 'the answer is empty');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new Fault('too-large', `the answer is over ${limit / 1024 / 1024} MB`);
    }
    chunks.push(value);
  }
  return join(chunks, size);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Bytes that are no text at all are an encoding that the browser left as it was (Firefox with brotli over http). */
function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const kind = /^\s*</.test(text) ? 'an HTML page' : 'no JSON';
    throw new Fault('malformed', `the answer is ${kind}`, { status: 200, cause });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault('undecodable', 'the answer is compressed in a way that the browser did not undo', { cause });
  }
}

/** The data's own time as the relay states it; a time in the future is a wrong clock, and then it is now. */
const timeOf = (response: Response, now: number): number => pastTime(response, now) ?? now;

function pastTime(response: Response, now: number): number | undefined {
  const stated = Date.parse(response.headers.get('Last-Modified') ?? '');
  return stated <= now ? stated : undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
