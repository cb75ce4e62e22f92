import { browser } from 'wxt/browser';
import { isObject } from '#core/guards.ts';
import type { MessageReply } from '#platform/messaging.ts';
import type { Push, RequestKind } from '#protocol/messages.ts';

/** Who sends a message. */
interface MessageSender {
  /** A page of the extension, and no content script. */
  readonly isOwnPage: boolean;
  /** `undefined` for a page outside of tabs. */
  readonly tab: number | undefined;
}

/** Replies to one message, whatever it is. */
export type Replier = (kind: string, request: unknown, sender: MessageSender) => Promise<MessageReply<RequestKind>>;

/**
 * Replies to messages of this extension. Call it while the worker starts: a message that wakes the worker is lost
 * without a listener.
 */
export function serve(reply: Replier): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    void reply(message.kind, message.request, { isOwnPage: isOwnPage(sender), tab: sender.tab?.id })
      .catch((error: unknown) => ({ ok: false, error: String(error) }))
      .then((reply) => respond(JSON.stringify(reply)));
    // Chromium below 148 accepts no promise as a response, only `true`: a response will follow.
    return true;
  });
}

const isEnvelope = (message: unknown): message is { readonly kind: string; readonly request: unknown } =>
  isObject(message) && typeof message['kind'] === 'string';

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
