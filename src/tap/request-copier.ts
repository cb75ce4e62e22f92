import { type AnswerSink, copyResponse, copyXhr, ignoreRejection, noop } from '#tap/copy-response.ts';
import { apply, type PageWindow, promiseThen, suppressErrors, wrapFunction } from '#tap/page-intrinsics.ts';

/**
 * Returns a function that copies the page's responses from its first call on. Call this one before the page can replace the
 * browser's functions.
 */
export function createRequestCopier(view: PageWindow, sink: AnswerSink): () => void {
  const { addEventListener } = view.document;
  const listening = new WeakSet<XMLHttpRequest>();
  let isCopying = false;
  /** Does not touch the promise of a response that is not wanted. */
  const onFetch = (input: unknown, promise: Promise<Response>) => {
    const url = addressOf(input, view);
    if (url === undefined || !sink.wants(url)) return;
    const copy = (response: Response) => suppressErrors(() => ignoreRejection(copyResponse(response, url, sink)));
    apply(promiseThen, promise, [copy, noop]);
  };
  const onXhrOpen = (xhr: XMLHttpRequest) => {
    if (listening.has(xhr)) return;
    apply(addEventListener, xhr, ['readystatechange', () => suppressErrors(() => copyXhr(xhr, sink))]);
    listening.add(xhr);
  };
  return () => {
    if (isCopying) return;
    isCopying = true;
    suppressErrors(() => {
      view.fetch = wrapFunction(view.fetch, (call, args) => {
        const promise = call();
        suppressErrors(() => onFetch(args[0], promise));
        return promise;
      });
    });
    suppressErrors(() => {
      const { prototype } = view.XMLHttpRequest;
      prototype.open = wrapFunction(prototype.open, (call, _, xhr: XMLHttpRequest) => {
        suppressErrors(() => onXhrOpen(xhr));
        return call();
      });
    });
  };
}

/** The address of a request; `undefined` where reading it would run code of the page. */
function addressOf(input: unknown, { URL, Request, document }: PageWindow): string | undefined {
  if (typeof input === 'string') return new URL(input, document.baseURI).href;
  if (input instanceof URL) return input.href;
  return input instanceof Request ? input.url : undefined;
}
