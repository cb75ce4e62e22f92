import { browser } from 'wxt/browser';
import type { Envelope, MessageReply } from '#platform/messaging.ts';
import type { Answers, Push, RequestKind } from '#protocol/messages.ts';
import { senders } from '#protocol/senders.ts';

/** Answers what it surely understands, and `undefined` for all else. */
export type EarlyHandlers = { readonly [K in RequestKind]?: (request: unknown) => Promise<Answers[K]> | undefined };

/** Judges a request of a kind, and answers it. Never rejects. */
export type RequestHandler = <K extends RequestKind>(
  kind: K,
  request: unknown,
  tab: number | undefined,
) => Promise<MessageReply<K>>;

/**
 * Answers requests: only from this extension, only the kinds that the sender may send; what `quick` does not answer goes
 * to the rest. Call it while the worker starts, so that a message that woke it finds its listener.
 */
export function serve(quick: EarlyHandlers, rest: () => Promise<RequestHandler>): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    const { kind, request } = message;
    const reply =
      senders[kind] === 'own-pages' && !isOwnPage(sender)
        ? refuse('only the extension’s own pages may ask this')
        : answer(kind, request, quick, async () => (await rest())(kind, request, sender.tab?.id));
    void reply.then((reply) => respond(JSON.stringify(reply)));
    // Chromium below 148 takes no promise for an answer, only the word that one will come.
    return true;
  });
}

const refuse = async (error: string) => ({ ok: false, error }) as const;

async function answer<K extends RequestKind>(
  kind: K,
  request: unknown,
  quick: EarlyHandlers,
  rest: () => Promise<MessageReply<K>>,
): Promise<MessageReply<K>> {
  try {
    const answering = quick[kind]?.(request);
    return answering ? { ok: true, answer: await answering } : await rest();
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  typeof message.kind === 'string' &&
  Object.hasOwn(senders, message.kind);

/** A page of the extension, in a tab or not; a content script's `url` is the page that it lives in. */
const isOwnPage = (sender: { url?: string | undefined }): boolean =>
  sender.url?.startsWith(`${location.origin}/`) ?? false;

/** Tells every open page and our own pages; whoever is not there does not matter. */
export async function push(message: Push): Promise<void> {
  const tabs = await browser.tabs.query({});
  const sends = tabs.flatMap(({ id }) => (id === undefined ? [] : browser.tabs.sendMessage(id, message)));
  await Promise.allSettled([browser.runtime.sendMessage(message), ...sends]);
}
