import type { Tap } from '#core/site.ts';
import { encodeAnswerEvent, maxAnswerLength, maxFeedRows, pageEvents } from '#protocol/page-events.ts';
import { type AnswerSink, copyResponse, copyXhr, ignoreRejection, noop } from '#tap/copy-response.ts';
import type { copySockets } from '#tap/copy-sockets.ts';
import { apply, type PageWindow, promiseThen, suppressErrors, toJson, wrapFunction } from '#tap/page-intrinsics.ts';

/**
 * Starts the tap in the page's own world. The tap holds no secret and no privilege: it copies the responses whose
 * addresses the adapter declares, reads framework state on request, and hands both to the content script.
 * @param copy for the few taps with sockets
 */
export const startTap = (tap: Tap, view: PageWindow, copy?: typeof copySockets): void =>
  suppressErrors(() => install(tap, view, copy));

function install({ urls = [], sockets = [], state }: Tap, view: PageWindow, copy?: typeof copySockets): void {
  const { document } = view;
  const send = createSender(view);
  const buffer = createAnswerBuffer();
  let on = true;
  let all = false;
  const sink: AnswerSink = {
    wants: (url) => on && (all || urls.some((wanted) => wanted.test(url))),
    add: (url, text) => void (on && text.length <= maxAnswerLength && buffer.add(encodeAnswerEvent(url, text))),
    addLive: (url, text) => buffer.addLive(encodeAnswerEvent(url, text)),
  };
  const copyRequests = createRequestCopier(view, sink);
  if (urls.length > 0) copyRequests();
  copy?.(sockets, view, sink);
  // The page may have changed prototypes so that they throw. Its error handlers must not be called for the tap's errors.
  const obey = (name: string, work: () => void) => document.addEventListener(name, () => suppressErrors(work));
  obey(pageEvents.listen, () => {
    on = true;
    all = false;
    buffer.flushTo((detail) => send(pageEvents.answer, detail));
  });
  obey(pageEvents.listenToAll, () => {
    all = true;
    // The adapter may need no answer where the finder does: Steam's page fetches the listings after the first ones.
    copyRequests();
  });
  obey(pageEvents.pause, () => {
    all = false;
    buffer.pause();
  });
  obey(pageEvents.stop, () => {
    on = false;
    buffer.clear();
  });
  obey(pageEvents.requestState, () => {
    if (on && state) send(pageEvents.state, toJson(state(view).slice(0, maxFeedRows)));
  });
}

/** Returns a function that dispatches an event at the document with the browser's own functions. */
function createSender({ document, CustomEvent }: PageWindow) {
  const { dispatchEvent } = document;
  return (name: string, detail: string) =>
    suppressErrors(() => apply(dispatchEvent, document, [new CustomEvent(name, { detail })]));
}

/** Limit of answers that wait for the content script. */
const maxAnswers = 40;
/** Limit of their UTF-16 units in all: while a page loads, and while the site is switched off. */
const maxUnits = 2 * maxAnswerLength;
const maxUnitsPaused = maxAnswerLength / 4;

type Send = (detail: string) => void;

/** Buffers answers until the content script listens, sends them in order, and from then on sends each one at once. */
function createAnswerBuffer() {
  let send: Send | undefined;
  let buffered: string[] = [];
  let limit = maxUnits;
  const trim = () => {
    let size = buffered.reduce((sum, answer) => sum + answer.length, 0);
    while (buffered.length > maxAnswers || size > limit) size -= buffered.shift()?.length ?? 0;
  };
  return {
    add: (detail: string): void => {
      if (send) send(detail);
      else {
        buffered.push(detail);
        trim();
      }
    },
    /** Sends now or never: a busy socket's messages must not push out the answers that wait. */
    addLive: (detail: string): void => send?.(detail),
    flushTo: (listener: Send): void => {
      send = listener;
      limit = maxUnits;
      for (const detail of buffered.splice(0)) listener(detail);
    },
    /** Buffers again until the next `flushTo`: the newest answers, with a lower limit in all. */
    pause: (): void => {
      send = undefined;
      limit = maxUnitsPaused;
      trim();
    },
    clear: (): void => {
      buffered = [];
      send = undefined;
    },
  };
}

/** From its first call on. Call this one before the page can replace the browser's functions. */
function createRequestCopier(view: PageWindow, sink: AnswerSink): () => void {
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
