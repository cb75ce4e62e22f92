import type { Tap } from '#core/site.ts';
import { encodeAnswerEvent, maxAnswerLength, maxFeedRows, pageEvents } from '#protocol/page-events.ts';
import { createAnswerBuffer } from '#tap/answer-buffer.ts';
import type { AnswerSink } from '#tap/copy-response.ts';
import type { copySockets } from '#tap/copy-sockets.ts';
import { apply, type PageWindow, stringify, suppressErrors } from '#tap/page-intrinsics.ts';
import { createRequestCopier } from '#tap/request-copier.ts';

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
    addLive: (url, text) => void (on && buffer.addLive(encodeAnswerEvent(url, text))),
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
    if (on && state) send(pageEvents.state, stringify(state(view).slice(0, maxFeedRows)));
  });
}

/** Returns a function that dispatches an event at the document with the browser's own functions. */
function createSender({ document, CustomEvent }: PageWindow) {
  const { dispatchEvent } = document;
  return (name: string, detail: string) =>
    suppressErrors(() => apply(dispatchEvent, document, [new CustomEvent(name, { detail })]));
}
