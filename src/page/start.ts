import type { Tap } from '#core/site.ts';
import { Keep } from '#page/keep.ts';
import { quietly, wrapFetch, wrapXhr } from '#page/wraps.ts';
import { maxAnswer, maxRows, pageEvents, writeAnswer } from '#protocol/page-events.ts';

/**
 * Starts the tap in the page's own world. It holds no secret and no privilege: it copies the answers whose addresses
 * the site's adapter declares, reads framework state when asked, and hands both to the content script.
 */
export const startTap = (tap: Tap, view: Window & typeof globalThis): void => quietly(() => install(tap, view));

function install({ urls = [], state }: Tap, view: Window & typeof globalThis): void {
  const { document } = view;
  const tell = teller(view);
  const { stringify } = view.JSON;
  const kept = new Keep();
  let on = true;
  const listener = {
    wants: (url: string) => on && urls.some((wanted) => wanted.test(url)),
    hear: (url: string, text: string) => on && text.length <= maxAnswer && kept.put(writeAnswer(url, text)),
  };
  if (urls.length > 0) {
    quietly(() => wrapFetch(view, listener));
    quietly(() => wrapXhr(view, listener));
  }
  // What the page puts into prototypes may throw out of any line of ours, and its own handlers would hear of it.
  const hear = (name: string, work: () => void) => document.addEventListener(name, () => quietly(work));
  hear(pageEvents.listen, () => {
    on = true;
    kept.listen((detail) => tell(pageEvents.answer, detail));
  });
  hear(pageEvents.rest, () => kept.rest());
  hear(pageEvents.stop, () => {
    on = false;
    kept.forget();
  });
  hear(pageEvents.readState, () => {
    if (on && state) tell(pageEvents.state, stringify(state(view).slice(0, maxRows)));
  });
}

// Taken before the page can replace it.
const { apply } = Reflect;

/** Dispatches an event at the document, with what the browser has for that and not what the page puts there later. */
function teller({ document, CustomEvent }: Window & typeof globalThis) {
  const { dispatchEvent } = document;
  return (name: string, detail: string) =>
    quietly(() => apply(dispatchEvent, document, [new CustomEvent(name, { detail })]));
}
