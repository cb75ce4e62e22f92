import { browser } from 'wxt/browser';
import { isObject } from '#core/guards.ts';
import type { Envelope, MessageReply } from '#platform/messaging.ts';
import type { RequestHandler } from '#platform/request-handler.ts';
import { type EarlyRequestKind, isEarlyRequest, type MainRequestKind } from '#protocol/early-requests.ts';
import type { Push, RequestKind } from '#protocol/messages.ts';
import { senders } from '#protocol/senders.ts';

/**
 * Replies to requests of this extension, and only to kinds that the sender may send. Call it while the worker starts:
 * a message that wakes the worker is lost without a listener.
 * @param main loads the handler of all kinds that the startup file does not handle.
 */
export function serve(
  early: RequestHandler<EarlyRequestKind>,
  main: () => Promise<RequestHandler<MainRequestKind>>,
): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    const { kind, request } = message;
    const tab = sender.tab?.id;
    const reply = async (): Promise<MessageReply<RequestKind>> => {
      if (senders[kind] === 'own-pages' && !isOwnPage(sender))
        return refuse('only the extension’s own pages may ask this');
      if (isEarlyRequest(kind)) return early(kind, request, tab);
      const handle = await main();
      return handle(kind, request, tab);
    };
    void reply()
      .catch((error: unknown) => refuse(String(error)))
      .then((reply) => respond(JSON.stringify(reply)));
    // Chromium below 148 accepts no promise as a response, only `true`: a response will follow.
    return true;
  });
}

const refuse = (error: string) => ({ ok: false, error }) as const;

const isEnvelope = (message: unknown): message is Envelope =>
  isObject(message) && typeof message['kind'] === 'string' && Object.hasOwn(senders, message['kind']);

/** A content script's `url` is the address of the page that it runs in. */
const isOwnPage = (sender: { url?: string | undefined }): boolean =>
  sender.url?.startsWith(`${location.origin}/`) ?? false;

/** Sends to every tab and to the extension's own pages. Pages without a listener do not matter. */
export async function push(message: Push): Promise<void> {
  await Promise.allSettled([browser.runtime.sendMessage(message), pushToTabs(() => message)]);
}

/** Sends to every tab a message that may depend on its address, which the browser hides without access to the page. */
export async function pushToTabs(messageFor: (url: string | undefined) => Push): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.allSettled(
    tabs.flatMap(({ id, url }) => (id === undefined ? [] : browser.tabs.sendMessage(id, messageFor(url)))),
  );
}
