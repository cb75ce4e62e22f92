import { maxAnswerLength } from '#protocol/page-events.ts';
import { apply, promiseThen, toJson } from '#tap/page-intrinsics.ts';

/** Receives answers; the text of an answer that is not wanted is never read. */
export interface AnswerSink {
  readonly wants: (url: string) => boolean;
  readonly add: (url: string, text: string) => void;
  /** Sends an answer now or never. */
  readonly addLive: (url: string, text: string) => void;
}

/** Copies a `fetch` response. Clones it synchronously, before the page can read the body. */
export async function copyResponse(response: Response, requested: string, { wants, add }: AnswerSink): Promise<void> {
  // A response that a service worker made has no address.
  const url = response.url || requested;
  if (!response.ok || !isShortJson((name) => response.headers.get(name)) || !wants(url)) return;
  const text = await readUpTo(maxAnswerLength, response.clone().body);
  if (text !== undefined) add(url, text);
}

/** The text of a stream; `undefined` and a cancelled stream when there are more than `limit` bytes. */
async function readUpTo(limit: number, stream: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    // The promise of `cancel` waits for the page's own reader.
    if (bytes > limit) return ignoreRejection(reader.cancel());
  }
  return undefined;
}

/** Copies the response of an XMLHttpRequest. Call it before the page's own listeners can change the response. */
export function copyXhr(xhr: XMLHttpRequest, { wants, add }: AnswerSink): void {
  const { readyState, responseURL: url, status } = xhr;
  if (readyState !== 4 || status < 200 || status > 299 || !wants(url)) return;
  const text = isShortJson((name) => xhr.getResponseHeader(name)) ? textOf(xhr) : undefined;
  if (text !== undefined) add(url, text);
}

function textOf({ responseType, response }: XMLHttpRequest): string | undefined {
  if (responseType === '' || responseType === 'text') return response;
  if (responseType === 'json') return toJson(response);
  const isShort = responseType === 'arraybuffer' && response.byteLength <= maxAnswerLength;
  return isShort ? new TextDecoder().decode(response) : undefined;
}

/** Whether the headers state JSON of an accepted length; a missing length is accepted. */
const isShortJson = (header: (name: string) => string | null): boolean =>
  /\bjson\b/i.test(header('content-type') ?? '') && Number(header('content-length')) <= maxAnswerLength;

export const noop = (): void => undefined;

/** Ignores a rejection without `catch`, which the page may have replaced. */
export function ignoreRejection(promise: Promise<unknown>): undefined {
  apply(promiseThen, promise, [noop, noop]);
}
