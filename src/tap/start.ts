import type { Tap } from '#core/site.ts';
import { pageEvents } from '#protocol/page-events.ts';
import { suppressErrors, wrapFunction } from '#tap/page-intrinsics.ts';
import { createTapListener } from '#tap/tap-listener.ts';

/**
 * Starts the tap in the page's own world. The tap holds no secret and no privilege: it copies the responses whose
 * addresses the adapter declares, reads framework state on request, and hands both to the content script.
 */
export const startTap = (tap: Tap, view: Window & typeof globalThis): void => suppressErrors(() => install(tap, view));

function install(tap: Tap, view: Window & typeof globalThis): void {
  const { document } = view;
  const listener = createTapListener(tap, view);
  let isCopying = false;
  const copyRequests = () => {
    if (isCopying) return;
    isCopying = true;
    suppressErrors(() => {
      view.fetch = wrapFunction(view.fetch, (call, args) => {
        const promise = call();
        suppressErrors(() => listener.onFetch(args[0], promise));
        return promise;
      });
    });
    suppressErrors(() => {
      const { prototype } = view.XMLHttpRequest;
      prototype.open = wrapFunction(prototype.open, (call, _, xhr: XMLHttpRequest) => {
        suppressErrors(() => listener.onXhrOpen(xhr));
        return call();
      });
    });
  };
  if (tap.urls?.length) copyRequests();
  // The adapter needs no answer, and the finder does: Steam's page fetches the listings after the first ones.
  else document.addEventListener(pageEvents.listenToAll, copyRequests);
  if (tap.sockets?.length) {
    suppressErrors(() => {
      // A client of Socket.IO sends its greeting before it gets items.
      const { prototype } = view.WebSocket;
      prototype.send = wrapFunction(prototype.send, (call, _, socket: WebSocket) => {
        suppressErrors(() => listener.onSocketSend(socket));
        return call();
      });
    });
  }
  // The page may have changed prototypes so that they throw. Its error handlers must not be called for the tap's errors.
  const listen = (name: string) => document.addEventListener(name, () => suppressErrors(() => listener.onEvent(name)));
  listen(pageEvents.listen);
  listen(pageEvents.listenToAll);
  listen(pageEvents.pause);
  listen(pageEvents.stop);
  listen(pageEvents.requestState);
}
