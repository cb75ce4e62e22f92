import type { Tap } from '#core/site.ts';
import { encodeAnswerEvent, maxAnswerLength, maxFeedRows, pageEvents } from '#protocol/page-events.ts';
import { createAnswerBuffer } from '#tap/answer-buffer.ts';
import { type AnswerSink, copyResponse, copyXhr, ignoreRejection, noop } from '#tap/copy-response.ts';
import { apply, promiseThen, stringify, suppressErrors } from '#tap/page-intrinsics.ts';

type PageWindow = Window & typeof globalThis;

/** Copies what the page fetches and obeys the content script's events. Each method may throw. */
export interface TapListener {
  /** Called for each `fetch`. Does not touch the promise of a response that is not wanted. */
  readonly onFetch: (input: unknown, promise: Promise<Response>) => void;
  readonly onXhrOpen: (xhr: XMLHttpRequest) => void;
  /** Called for each message that the page sends over a socket. */
  readonly onSocketSend: (socket: WebSocket) => void;
  /** Called for the five events of the content script, by name. */
  readonly onEvent: (name: string) => void;
}

/** Creates the listener of one page. Call it before the page can replace the browser's functions. */
export function createTapListener({ urls = [], sockets = [], state }: Tap, view: PageWindow): TapListener {
  const { addEventListener } = view.document;
  const send = createSender(view);
  const buffer = createAnswerBuffer();
  const listening = new WeakSet<XMLHttpRequest | WebSocket>();
  let on = true;
  let all = false;
  const sink: AnswerSink = {
    wants: (url) => on && (all || urls.some((wanted) => wanted.test(url))),
    add: (url, text) => void (on && text.length <= maxAnswerLength && buffer.add(encodeAnswerEvent(url, text))),
  };
  return {
    onFetch: (input, promise) => {
      const url = addressOf(input, view);
      if (url === undefined || !sink.wants(url)) return;
      const copy = (response: Response) => suppressErrors(() => ignoreRejection(copyResponse(response, url, sink)));
      apply(promiseThen, promise, [copy, noop]);
    },
    onXhrOpen: (xhr) => {
      if (listening.has(xhr)) return;
      const copy = () => suppressErrors(() => copyXhr(xhr, sink));
      apply(addEventListener, xhr, ['readystatechange', copy]);
      listening.add(xhr);
    },
    onSocketSend: (socket) => {
      if (listening.has(socket) || !sockets.some((wanted) => wanted.test(socket.url))) return;
      const copy = ({ data }: MessageEvent<unknown>) =>
        suppressErrors(() => {
          const text = on && typeof data === 'string' && data.length <= maxAnswerLength ? payloadOf(data) : '';
          if (text) buffer.addLive(encodeAnswerEvent(socket.url, text));
        });
      apply(addEventListener, socket, ['message', copy]);
      listening.add(socket);
    },
    onEvent: (name) => {
      if (name === pageEvents.listenToAll) all = true;
      else if (name === pageEvents.listen) {
        on = true;
        all = false;
        buffer.flushTo((detail) => send(pageEvents.answer, detail));
      } else if (name === pageEvents.pause) {
        all = false;
        buffer.pause();
      } else if (name === pageEvents.stop) {
        on = false;
        buffer.clear();
      } else if (on && state) send(pageEvents.state, stringify(state(view).slice(0, maxFeedRows)));
    },
  };
}

/** The JSON of an event of Socket.IO, such as `42/trade,["new_item",…]`; empty for any other message. */
const payloadOf = (message: string): string => /^42(?:\/[^,[]{0,40},)?(\[.*)$/s.exec(message)?.[1] ?? '';

/** The address of a request; `undefined` where reading it would run code of the page. */
function addressOf(input: unknown, { URL, Request, document }: PageWindow): string | undefined {
  if (typeof input === 'string') return new URL(input, document.baseURI).href;
  if (input instanceof URL) return input.href;
  return input instanceof Request ? input.url : undefined;
}

/** Returns a function that dispatches an event at the document with the browser's own functions. */
function createSender({ document, CustomEvent }: PageWindow) {
  const { dispatchEvent } = document;
  return (name: string, detail: string) =>
    suppressErrors(() => apply(dispatchEvent, document, [new CustomEvent(name, { detail })]));
}
