import { browser } from 'wxt/browser';
import type { Envelope, Reply } from '#platform/messaging.ts';
import type { Answers, Push, RequestKind, Requests } from '#protocol/messages.ts';
import { requests } from '#protocol/requests.ts';

/** Answers requests; is told which tab asks, where one does. */
export type Handlers = { [K in RequestKind]: (request: Requests[K], tab: number | undefined) => Promise<Answers[K]> };

/**
 * Answers requests: only from this extension, only the kinds that the sender may send, only what fits the schema.
 * Call it while the worker starts, so that a message that woke it finds its listener.
 */
export function serve(handlers: Handlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    const from = { tab: sender.tab?.id, ownPage: isOwnPage(sender) };
    void answer(message.kind, message.request, handlers, from).then((reply) => respond(JSON.stringify(reply)));
    // Chromium below 148 takes no promise for an answer, only the word that one will come.
    return true;
  });
}

async function answer<K extends RequestKind>(
  kind: K,
  request: unknown,
  handlers: Handlers,
  { tab, ownPage }: { readonly tab: number | undefined; readonly ownPage: boolean },
): Promise<Reply<K>> {
  const { request: schema, from } = requests[kind];
  if (from === 'own-pages' && !ownPage) return { ok: false, error: 'only the extension’s own pages may ask this' };
  const parsed = schema.safeParse(request);
  if (!parsed.success) return { ok: false, error: 'not a request of this kind' };
  try {
    return { ok: true, answer: await handlers[kind](parsed.data, tab) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  typeof message.kind === 'string' &&
  Object.hasOwn(requests, message.kind);

/** A page of the extension, in a tab or not; a content script's `url` is the page that it lives in. */
const isOwnPage = (sender: { url?: string | undefined }): boolean =>
  sender.url?.startsWith(`${location.origin}/`) ?? false;

/** Tells every open page and our own pages; whoever is not there does not matter. */
export async function push(message: Push): Promise<void> {
  const tabs = await browser.tabs.query({});
  const sends = tabs.flatMap(({ id }) => (id === undefined ? [] : browser.tabs.sendMessage(id, message)));
  await Promise.allSettled([browser.runtime.sendMessage(message), ...sends]);
}
