import type { Tap } from '#core/site.ts';
import { createKeep } from '#page/answer-buffer.ts';
import { copyResponse, copyXhr, forget, ignore, type Listener } from '#page/copy-response.ts';
import { apply, promiseThen, quietly, stringify } from '#page/page-intrinsics.ts';
import { encodeAnswerEvent, maxAnswerLength, maxFeedRows, pageEvents } from '#protocol/page-events.ts';

/** What the browser has, taken before the page could replace it. */
export interface Own {
  readonly view: Window & typeof globalThis;
  readonly dispatchEvent: EventTarget['dispatchEvent'];
  readonly addEventListener: EventTarget['addEventListener'];
  readonly CustomEvent: typeof CustomEvent;
}

/** Hears what the page does and what the content script tells; any of it may throw. */
export interface Ears {
  /** The page fetches something; a promise of an answer that is not wanted is not even touched. */
  readonly fetched: (input: unknown, promise: Promise<Response>) => void;
  readonly opened: (xhr: XMLHttpRequest) => void;
  /** One of the content script's four events, by its name. */
  readonly told: (name: string) => void;
}

/** Makes the ears of one page. */
export function createEars({ urls = [], state }: Tap, own: Own): Ears {
  const { view, addEventListener } = own;
  const kept = createKeep();
  const heard = new WeakSet<XMLHttpRequest>();
  let on = true;
  const listener: Listener = {
    wants: (url) => on && urls.some((wanted) => wanted.test(url)),
    hear: (url, text) => void (on && text.length <= maxAnswerLength && kept.put(encodeAnswerEvent(url, text))),
  };
  const tell = teller(own);
  return {
    fetched: (input, promise) => {
      const url = addressOf(input, view);
      if (url === undefined || !listener.wants(url)) return;
      const copy = (response: Response) => quietly(() => forget(copyResponse(response, url, listener)));
      apply(promiseThen, promise, [copy, ignore]);
    },
    opened: (xhr) => {
      if (heard.has(xhr)) return;
      apply(addEventListener, xhr, ['readystatechange', () => quietly(() => copyXhr(xhr, listener))]);
      heard.add(xhr);
    },
    told: (name) => {
      if (name === pageEvents.listen) {
        on = true;
        kept.listen((detail) => tell(pageEvents.answer, detail));
      } else if (name === pageEvents.pause) kept.rest();
      else if (name === pageEvents.stop) {
        on = false;
        kept.forget();
      } else if (on && state) tell(pageEvents.state, stringify(state(view).slice(0, maxFeedRows)));
    },
  };
}

/** Where a request goes; `undefined` for what would run code of the page to tell it. */
function addressOf(input: unknown, { URL, Request, document }: Window & typeof globalThis): string | undefined {
  if (typeof input === 'string') return new URL(input, document.baseURI).href;
  if (input instanceof URL) return input.href;
  return input instanceof Request ? input.url : undefined;
}

/** Dispatches an event at the document, with what the browser has for that and not what the page puts there later. */
function teller({ view: { document }, dispatchEvent, CustomEvent }: Own) {
  return (name: string, detail: string) =>
    quietly(() => apply(dispatchEvent, document, [new CustomEvent(name, { detail })]));
}
