import { Fault, type FaultKind } from '#core/asks/fault.ts';
import { withTimeout } from '#core/asks/timeout.ts';
import { parseRetryAfter } from '#protocol/http.ts';
import { checkJsonBounds } from '#protocol/json-bounds.ts';
import { errorBody } from '#protocol/price-api.ts';
import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import { isVersion, nameHeader, sampleHeader, versionHeader } from '#protocol/relay-headers.ts';

export interface RelayTarget {
  /** Ends in a slash. */
  readonly base: URL;
  /** '' for none. */
  readonly token: string;
}

export const isSameTarget = (one: RelayTarget, other: RelayTarget): boolean =>
  one.base.href === other.base.href && one.token === other.token;

export interface PriceRequest {
  readonly fetch: typeof fetch;
  readonly relay: RelayTarget;
  /** Path and query from `/api/` on. */
  readonly path: string;
  /** The ETag of the current data. Without it the response is complete. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
}

export type PriceResponse = Awaited<ReturnType<typeof readResponse>>;
type WholeResponse = Extract<PriceResponse, { readonly changed: true }>;

/** Time limit of a whole response, ms. Browsers stop a worker whose fetch takes 30 s. */
export const responseTimeoutMs = 20_000;
/** Largest body, decoded. */
const maxBodyBytes = 32 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** @throws Fault, and nothing else. */
export function fetchFromRelay(request: Omit<PriceRequest, 'etag'> & { readonly etag?: never }): Promise<WholeResponse>;
export function fetchFromRelay(request: PriceRequest): Promise<PriceResponse>;
export async function fetchFromRelay(request: PriceRequest): Promise<PriceResponse> {
  const ended = new AbortController();
  const signal = request.signal ? AbortSignal.any([ended.signal, request.signal]) : ended.signal;
  try {
    return await withTimeout(readResponse(request, signal), responseTimeoutMs, request.signal);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const fault = new Fault('unreachable', `no answer: ${messageOf(error)}`, { cause: error });
    throw request.signal?.aborted ? fault : await withForeignServer(fault, request.relay.base, request.fetch);
  } finally {
    ended.abort();
  }
}

async function readResponse(request: PriceRequest, signal: AbortSignal) {
  const headers = { Accept: 'application/json', ...(request.etag && { 'If-None-Match': request.etag }) };
  // `no-cache` asks the relay each time, and the browser stores the response as a compression dictionary.
  const response = await askRelay(request, { headers, signal, cache: 'no-cache' });
  const about = {
    /** The prices are made up: the relay has no key. */
    sample: response.headers.get(sampleHeader) === '1',
    relayName: statedName(response),
    relayVersion: [response.headers.get(versionHeader)].find(isVersion),
    clockAheadMs: clockAhead(response, request.now()),
  };
  if (response.status === 304 && request.etag)
    return { ...about, changed: false as const, asOf: statedTime(response, request.now()) };
  if (response.status !== 200) throw await faultOf(response, request.now());
  const bytes = await readPrices(response);
  return {
    ...about,
    changed: true as const,
    /** Parses the body, which is kept as bytes until then. @throws Fault `undecodable` or `malformed` */
    body: () => parseJson(bytes),
    etag: response.headers.get('ETag') ?? undefined,
    // A time in the future comes from a wrong clock.
    asOf: statedTime(response, request.now()) ?? request.now(),
  };
}

/** Of all that a browser knows, a relay gets the token alone. */
export function askRelay(
  { fetch, relay: { base, token }, path }: Pick<PriceRequest, 'fetch' | 'relay' | 'path'>,
  { headers, ...init }: RequestInit & { readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const all = { ...headers, ...(token && { Authorization: `Bearer ${token}` }) };
  const alone = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' } as const;
  return fetch(new URL(path.replace(/^\//, ''), base), { ...init, ...alone, headers: all });
}

/** Faults of the relay's error statuses below 500. Other statuses are not from a relay. */
const faultsByStatus: Readonly<Record<number, FaultKind>> = {
  400: 'rejected',
  401: 'unauthorized',
  403: 'unauthorized',
  414: 'rejected',
  429: 'rate-limited',
};

async function faultOf(response: Response, now: number): Promise<Fault> {
  const { status } = response;
  if (response.type === 'opaqueredirect') return new Fault('malformed', 'the address sends elsewhere (a redirect)');
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now);
  const reason = await errorText(response);
  // A relay says why it refuses. A login or a CDN in front of it does so in its own words.
  const isForeign = reason === undefined && (status === 401 || status === 403);
  const kind = (!isForeign && faultsByStatus[status]) || (status >= 500 ? 'unavailable' : 'malformed');
  return new Fault(kind, `status ${status}${reason ? `: ${reason}` : ''}`, { status, retryAfterMs });
}

async function errorText(response: Response): Promise<string | undefined> {
  try {
    const text = new TextDecoder().decode(await readBody(response, maxErrorBytes));
    const parsed = errorBody.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.error.slice(0, 200) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Fault `too-large` or `malformed`. */
async function readPrices(response: Response): Promise<Uint8Array> {
  if (!response.body) throw new Fault('malformed', 'the answer is empty');
  try {
    return await readBody(response, maxBodyBytes);
  } catch (cause) {
    if (!(cause instanceof BodyTooLargeError)) throw cause;
    throw new Fault('too-large', `the answer is over ${maxBodyBytes / 1024 / 1024} MB`, { cause });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    checkJsonBounds(bytes);
    return JSON.parse(text);
  } catch (cause) {
    const kind = /^\s*</.test(text) ? 'an HTML page' : 'no JSON';
    throw new Fault('malformed', `the answer is ${kind}`, { status: 200, cause });
  }
}

/** Bytes that are not UTF-8 have an encoding that the browser did not decode (Firefox with brotli over http). */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault('undecodable', 'the answer is compressed in a way that the browser did not undo', { cause });
  }
}

const clockLimitMs = 5 * 60_000;

/** By `Date`, which a cache in between keeps for as long as `Age` says. */
function clockAhead({ headers }: Response, now: number): number | undefined {
  const aheadMs = now - Date.parse(headers.get('Date') ?? '');
  const keptMs = Number(headers.get('Age') ?? 0) * 1000;
  return aheadMs < -clockLimitMs || aheadMs - keptMs > clockLimitMs ? aheadMs : undefined;
}

/** The time of the data, ms since the epoch; `undefined` when the relay states none, or one in the future. */
function statedTime(response: Response, now: number): number | undefined {
  const stated = Date.parse(response.headers.get('Last-Modified') ?? '');
  return stated <= now ? stated : undefined;
}

const maxRelayName = 60;

/** The relay's name without control characters; `undefined` for none, or one that cannot be decoded. */
function statedName(response: Response): string | undefined {
  try {
    const name = decodeURIComponent(response.headers.get(nameHeader) ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
    return name.trim().slice(0, maxRelayName) || undefined;
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const probeTimeoutMs = 5000;

/**
 * Tells "no server answers" from "a server answers that is no relay". A response without CORS headers fails like a missing
 * server; a request in the mode `no-cors` succeeds only if there is a server. A relay has a page that extensions may read:
 * then the failure was one of the connection.
 */
async function withForeignServer(fault: Fault, base: URL, fetch: typeof globalThis.fetch): Promise<Fault> {
  const answers = (url: URL, mode: RequestMode): Promise<boolean> =>
    fetch(url, {
      mode,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(probeTimeoutMs),
    }).then(
      () => true,
      () => false,
    );
  if (!(await answers(base, 'no-cors')) || (await answers(new URL('healthz', base), 'cors'))) return fault;
  return new Fault('malformed', 'a server answers, but it does not let extensions read the answer', { cause: fault });
}
