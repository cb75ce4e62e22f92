import { matchesEtag } from '#protocol/etag.ts';
import { takeDelta } from '#relay/delta.ts';
import { createTakeForm } from '#relay/form.ts';
import { createNegotiate } from '#relay/http/accept-encoding.ts';
import { cors } from '#relay/http/access.ts';
import { Refusal } from '#relay/http/http-error.ts';
import type { Compressor, Encoding } from '#relay/snapshot/compressor.ts';
import type { Snapshot } from '#relay/snapshot/snapshot.ts';
import type { Bytes } from '#relay/upstream/body.ts';
import type { Answer } from '#relay/upstream/feed.ts';

/** What a request is answered with, before the headers that every answer carries. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Bytes | string | null;
  /** The coding that was sent, for the metrics. */
  readonly encoding?: Coding;
}

type Coding = Encoding | 'identity' | 'dcz';

/** What the relay reads of a request. */
export interface Asked {
  readonly method: string;
  /** Path and query, as they were written. */
  readonly target: string;
  /** By the name in lower case. */
  readonly header: (name: string) => string | null;
}

export interface ReplyParts {
  readonly compressor: Compressor;
  readonly now: () => number;
  /** Answers depend on who asks: a shared cache has to tell them apart. */
  readonly hasTokens: boolean;
}

export type MakeReply = (asked: Asked, answer: Answer, snapshot: Snapshot, pollMs: number) => Reply | Promise<Reply>;

/** Turns data into an answer: 304 where the client has it, else the smallest form that it takes. */
export function createMakeReply({ compressor, now, hasTokens }: ReplyParts): MakeReply {
  const negotiate = createNegotiate(compressor.encodings);
  const takeForm = createTakeForm(compressor);
  const vary = `Accept-Encoding, Available-Dictionary${hasTokens ? ', Authorization' : ''}`;
  const dataHeaders = createDataHeaders(vary);

  return (asked, answer, snapshot, pollMs) => {
    const headers = dataHeaders(answer, snapshot, pollMs, now());
    const ifNoneMatch = asked.header('if-none-match');
    if (ifNoneMatch === snapshot.etag || matchesEtag(ifNoneMatch, snapshot.etag)) {
      return { status: 304, headers, body: null };
    }
    const { encoding, dcz } = negotiate(asked.header('accept-encoding'));
    const dictionary = compressor.deltas && { 'Use-As-Dictionary': dictionaryFor(asked.target) };
    const send = (coding: Coding) => (body: Bytes) => toReply(body, coding, { ...headers, ...dictionary });
    const whole = (): Reply | Promise<Reply> => {
      if (encoding === undefined) throw new Refusal(406, 'no content coding that the client accepts', { Vary: vary });
      return whenMade(encoding === 'identity' ? snapshot.bytes : takeForm(snapshot, encoding), send(encoding));
    };
    const delta = dcz ? takeDelta(compressor, snapshot, dictionaryId(asked.header('available-dictionary'))) : undefined;
    return whenMade(delta, (bytes) => (bytes ? send('dcz')(bytes) : whole()));
  };
}

/** Path and query of an absolute URL, as they were written. */
export const targetOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** Goes on at once with what is there already, so that the common case costs no turn of the event loop. */
const whenMade = <T, R>(made: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  made instanceof Promise ? made.then(next) : next(made);

const dictionaryId = (header: string | null): string =>
  /^:([A-Za-z0-9+/]{43}=):$/.exec(header?.trim() ?? '')?.[1] ?? '';

function toReply(body: Bytes, coding: Coding, headers: Record<string, string>): Reply {
  const encoded = coding === 'identity' ? undefined : { 'Content-Encoding': coding };
  return {
    status: 200,
    headers: { ...headers, ...encoded, 'Content-Type': 'application/json' },
    body,
    encoding: coding,
  };
}

/**
 * The body is a dictionary for its own address only: for all addresses, the latest of any would be offered.
 * Characters that mean something in a URL pattern leave just the path.
 */
const dictionaryFor = (target: string): string =>
  `match="${/^[\w\-/.?=&,%]*$/.test(target) ? target : target.replace(/\?.*$/s, '')}"`;

type DataHeaders = (answer: Answer, snapshot: Snapshot, pollMs: number, now: number) => Record<string, string>;

/**
 * What 200 and 304 say of the data. Browsers may keep it for a day, for a dictionary lives only as long as it is fresh
 * (they revalidate with `cache: 'no-cache'`); shared caches keep it for a poll period, which `Age` runs down.
 * Made anew when a second has passed or something has changed, which under load is seldom.
 */
function createDataHeaders(vary: string): DataHeaders {
  const made = new WeakMap<Snapshot, Made>();
  return (answer, snapshot, pollMs, now) => {
    const { how, trouble } = answer;
    const age = Math.max(0, Math.floor((now - answer.held.confirmedAt) / 1000));
    const ttl = Math.floor((answer.freshUntil - now) / 1000);
    const known = made.get(snapshot);
    if (known?.age === age && known.ttl === ttl && known.how === how && known.trouble === trouble) return known.headers;
    const headers = {
      ETag: snapshot.etag,
      'Last-Modified': new Date(snapshot.lastModified).toUTCString(),
      Age: String(age),
      'Cache-Control': `public, max-age=86400, s-maxage=${Math.ceil(pollMs / 1000)}`,
      'Cache-Status': cacheStatus(answer, ttl),
      Vary: vary,
      ...cors,
    };
    made.set(snapshot, { how, trouble, age, ttl, headers });
    return headers;
  };
}

/** Headers with all that they were made of. */
interface Made extends Pick<Answer, 'how' | 'trouble'> {
  readonly age: number;
  readonly ttl: number;
  readonly headers: Record<string, string>;
}

/** RFC 9211: where the answer came from, how long it is fresh (below 0: how long it is not), and why there is no newer. */
function cacheStatus({ how, trouble }: Answer, ttl: number): string {
  if (how === 'miss') return 'Skinlens-Relay; fwd=uri-miss; stored';
  if (how === 'collapsed') return 'Skinlens-Relay; fwd=uri-miss; collapsed';
  if (ttl >= 0) return `Skinlens-Relay; hit; ttl=${ttl}`;
  const why = trouble ? `${trouble.reason}${trouble.status ? ` ${trouble.status}` : ''}` : 'refreshing';
  return `Skinlens-Relay; hit; ttl=${ttl}; detail="stale: ${why}"`;
}
