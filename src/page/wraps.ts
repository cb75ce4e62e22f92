/** Hears of an answer's address and its text; the text is fetched only for answers that are wanted. */
export interface Listener {
  readonly wants: (url: string) => boolean;
  readonly hear: (url: string, text: string) => void;
}

/** Longest body that is copied, by its stated length, bytes; what says no length is measured when it is there. */
const isJson = (type: string | null): boolean => /\bjson\b/i.test(type ?? '');

/**
 * Copies the page's own JSON answers. The page gets what it would have got: the same promise, the same errors, and a
 * body that streams on; nothing of ours can throw into its code.
 */
export function wrapFetch(view: Window & typeof globalThis, listener: Listener): void {
  view.fetch = new Proxy(view.fetch, {
    apply(target, self, args) {
      const promise: Promise<Response> = Reflect.apply(target, self, args);
      promise.then((response) => quietly(() => copyResponse(response, listener)), ignore);
      return promise;
    },
  });
}

function copyResponse(response: Response, { wants, hear }: Listener): void {
  const { url, ok } = response;
  if (!ok || !isJson(response.headers.get('content-type')) || !wants(url)) return;
  response
    .clone()
    .text()
    .then((text) => hear(url, text))
    .catch(ignore);
}

export function wrapXhr(view: Window & typeof globalThis, listener: Listener): void {
  const prototype = view.XMLHttpRequest.prototype;
  prototype.send = new Proxy(prototype.send, {
    apply(target, self: XMLHttpRequest, args) {
      quietly(() => self.addEventListener('load', () => quietly(() => copyXhr(self, listener)), { once: true }));
      return Reflect.apply(target, self, args);
    },
  });
}

function copyXhr(xhr: XMLHttpRequest, { wants, hear }: Listener): void {
  const { responseURL: url, status, responseType } = xhr;
  if (status < 200 || status > 299 || !isJson(xhr.getResponseHeader('content-type')) || !wants(url)) return;
  if (responseType === '' || responseType === 'text') hear(url, xhr.responseText);
  else if (responseType === 'json') hear(url, JSON.stringify(xhr.response));
}

/** The page's own objects may throw at any touch; that is not to become its problem. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whatever the page did to its own world, only our copy is missing.
  }
}

const ignore = (): void => undefined;
