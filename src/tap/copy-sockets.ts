import { maxAnswerLength } from '#protocol/page-events.ts';
import type { AnswerSink } from '#tap/copy-response.ts';
import { apply, type PageWindow, suppressErrors, wrapFunction } from '#tap/page-intrinsics.ts';

/** Copies the events of Socket.IO from the sockets at these addresses, for the few sites whose adapter declares any. */
export function copySockets(sockets: readonly RegExp[], view: PageWindow, sink: AnswerSink): void {
  const { addEventListener } = view.document;
  const listening = new WeakSet<WebSocket>();
  const onSend = (socket: WebSocket) => {
    if (listening.has(socket) || !sockets.some((wanted) => wanted.test(socket.url))) return;
    const copy = ({ data }: MessageEvent<unknown>) =>
      suppressErrors(() => {
        const text = typeof data === 'string' && data.length <= maxAnswerLength ? payloadOf(data) : '';
        if (text) sink.addLive(socket.url, text);
      });
    apply(addEventListener, socket, ['message', copy]);
    listening.add(socket);
  };
  suppressErrors(() => {
    // A client of Socket.IO sends its greeting before it gets items.
    const { prototype } = view.WebSocket;
    prototype.send = wrapFunction(prototype.send, (call, _, socket: WebSocket) => {
      suppressErrors(() => onSend(socket));
      return call();
    });
  });
}

/** The JSON of an event of Socket.IO, such as `42/trade,["new_item",…]`; empty for any other message. */
const payloadOf = (message: string): string => /^42(?:\/[^,[]{0,40},)?(\[.*)$/s.exec(message)?.[1] ?? '';
