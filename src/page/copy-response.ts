import { apply, promiseThen, stringify } from '#page/page-intrinsics.ts';
import { maxAnswerLength } from '#protocol/page-events.ts';

/** Hears of an answer's address and its text; the text is fetched only for answers that are wanted. */
export interface Listener {
  readonly wants: (url: string) => boolean;
  readonly hear: (url: string, text: string) => void;
}

/** Runs to the clone at once, before the page can read the body. */
export async function copyResponse(response: Response, requested: string, { wants, hear }: Listener): Promise<void> {
  // An answer that a service worker made up has no address.
  const url = response.url || requested;
  if (!response.ok || !isShortJson((name) => response.headers.get(name)) || !wants(url)) return;
  const text = await readAtMost(response.clone().body, maxAnswerLength);
  if (text !== undefined) hear(url, text);
}

/** The text of a stream of at most so many bytes; lets go of a longer one, and of one that never ends. */
async function readAtMost(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<string | undefined> {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    // This promise waits for the page's own reader.
    if (bytes > limit) return forget(reader.cancel());
  }
  return undefined;
}

/** Copies what came to an XMLHttpRequest; call it before the page's own listeners can change it. */
export function copyXhr(xhr: XMLHttpRequest, { wants, hear }: Listener): void {
  const { readyState, responseURL: url, status } = xhr;
  if (readyState !== 4 || status < 200 || status > 299 || !wants(url)) return;
  const text = isShortJson((name) => xhr.getResponseHeader(name)) ? textOf(xhr) : undefined;
  if (text !== undefined) hear(url, text);
}

function textOf({ responseType, response }: XMLHttpRequest): string | undefined {
  if (responseType === '' || responseType === 'text') return response;
  if (responseType === 'json') return stringify(response);
  const isShort = responseType === 'arraybuffer' && response.byteLength <= maxAnswerLength;
  return isShort ? new TextDecoder().decode(response) : undefined;
}

/** By what the headers say; an answer without a length is measured as it comes. */
const isShortJson = (header: (name: string) => string | null): boolean =>
  /\bjson\b/i.test(header('content-type') ?? '') && Number(header('content-length')) <= maxAnswerLength;

/** For a promise whose end is nobody’s business. */
export const ignore = (): void => undefined;

/** Lets a promise of ours fail without a word; the page may have replaced what `catch` does. */
export function forget(promise: Promise<unknown>): undefined {
  apply(promiseThen, promise, [ignore, ignore]);
}
