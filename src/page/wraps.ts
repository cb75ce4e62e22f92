import { maxAnswer } from '#protocol/page-events.ts';

/** Hears of an answer's address and its text; the text is fetched only for answers that are wanted. */
export interface Listener {
  readonly wants: (url: string) => boolean;
  readonly hear: (url: string, text: string) => void;
}

type View = Window & typeof globalThis;

// Taken before the page can replace them: what it calls through us must work as before.
const { apply } = Reflect;
const { stringify } = JSON;
const { then } = Promise.prototype;

/**
 * Copies the page's own JSON answers. The page gets what it would have got: the same promise, the same errors, and a
 * body that streams on; nothing of ours can throw into its code. A promise that is not wanted is not even touched.
 */
export function wrapFetch(view: View, listener: Listener): void {
  view.fetch = wrapped(view.fetch, (call, args) => {
    const promise = call();
    quietly(() => {
      const url = addressOf(args[0], view);
      if (url === undefined || !listener.wants(url)) return;
      const copy = (response: Response) => quietly(() => forget(copyResponse(response, url, listener)));
      apply(then, promise, [copy, ignore]);
    });
    return promise;
  });
}

/** Where a request goes; `undefined` for what would run code of the page to tell it. */
function addressOf(input: unknown, { URL, Request, document }: View): string | undefined {
  if (typeof input === 'string') return new URL(input, document.baseURI).href;
  if (input instanceof URL) return input.href;
  return input instanceof Request ? input.url : undefined;
}

/** Runs to the clone at once, before the page can read the body. */
async function copyResponse(response: Response, requested: string, { wants, hear }: Listener): Promise<void> {
  // An answer that a service worker made up has no address.
  const url = response.url || requested;
  if (!response.ok || !isShortJson((name) => response.headers.get(name)) || !wants(url)) return;
  const text = await readAtMost(response.clone().body, maxAnswer);
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

/** Copies what comes to XMLHttpRequest, before the page's own listeners can change it. */
export function wrapXhr(view: View, listener: Listener): void {
  const { prototype } = view.XMLHttpRequest;
  const { addEventListener } = prototype;
  const heard = new WeakSet<XMLHttpRequest>();
  prototype.open = wrapped(prototype.open, (call, _, xhr: XMLHttpRequest) => {
    quietly(() => {
      if (heard.has(xhr)) return;
      apply(addEventListener, xhr, ['readystatechange', () => quietly(() => copyXhr(xhr, listener))]);
      heard.add(xhr);
    });
    return call();
  });
}

function copyXhr(xhr: XMLHttpRequest, { wants, hear }: Listener): void {
  const { readyState, responseURL: url, status } = xhr;
  if (readyState !== 4 || status < 200 || status > 299 || !wants(url)) return;
  const text = isShortJson((name) => xhr.getResponseHeader(name)) ? textOf(xhr) : undefined;
  if (text !== undefined) hear(url, text);
}

function textOf({ responseType, response }: XMLHttpRequest): string | undefined {
  if (responseType === '' || responseType === 'text') return response;
  if (responseType === 'json') return stringify(response);
  const isShort = responseType === 'arraybuffer' && response.byteLength <= maxAnswer;
  return isShort ? new TextDecoder().decode(response) : undefined;
}

/** By what the headers say; an answer without a length is measured as it comes. */
const isShortJson = (header: (name: string) => string | null): boolean =>
  /\bjson\b/i.test(header('content-type') ?? '') && Number(header('content-length')) <= maxAnswer;

type Method = (...args: never[]) => unknown;

/** A function that looks like another; its handler has no prototype that the page could put traps into. */
const wrapped = <T extends Method, Self>(
  method: T,
  around: (call: () => ReturnType<T>, args: readonly unknown[], self: Self) => ReturnType<T>,
): T =>
  new Proxy<T>(method, {
    // @ts-expect-error: not in the type of a handler
    __proto__: null,
    apply: (target, self, args) => around(() => apply(target, self, args), args, self),
  });

/** The page's own objects may throw at any touch; that is not to become its problem. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whatever the page did to its own world, only our copy is missing.
  }
}

const ignore = (): void => undefined;

/** Lets a promise of ours fail without a word; the page may have replaced what `catch` does. */
function forget(promise: Promise<unknown>): undefined {
  apply(then, promise, [ignore, ignore]);
}
