import { browser } from 'wxt/browser';
import { isObject } from '#core/asks/guards.ts';
import { withTimeout } from '#core/asks/timeout.ts';
import type { Answers, PageReport, PageReportRequest, Push, RequestKind, Requests } from '#protocol/messages.ts';

export interface Envelope {
  readonly kind: RequestKind;
  readonly request: unknown;
}

/** Sends a request to the worker. Rejects when the worker is gone (after an update or a removal) or refuses. */
export async function ask<K extends RequestKind>(kind: K, request: Requests[K]): Promise<Answers[K]> {
  const text: string | undefined = await browser.runtime.sendMessage({ kind, request } satisfies Envelope);
  if (!text) throw new Error('no answer');
  const reply: MessageReply<K> = JSON.parse(text);
  if (!reply.ok) throw new Error(reply.error);
  return reply.answer;
}

/** Longer than the worker waits for the relay (20 s), ms. */
const answerLimitMs = 30_000;

export const askWithTimeout: typeof ask = (kind, request) => withTimeout(ask(kind, request), answerLimitMs);

/** The worker's reply. It is sent as JSON text: Firefox takes 4 ms to clone the prices of 100 items. */
type MessageReply<K extends RequestKind> =
  | { readonly ok: true; readonly answer: Answers[K] }
  | { readonly ok: false; readonly error: string };

export const onPush = (pushed: (push: Push) => void, signal: AbortSignal): void => onMessages({ pushed }, signal);

interface MessageListeners {
  readonly pushed?: (push: Push) => void;
  readonly report?: (show?: string) => PageReport | Promise<PageReport>;
}

/** The report of the page in the active tab; `undefined` when the extension does not run there. @param show a card's key */
export async function pageReport(show?: string): Promise<PageReport | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  return browser.tabs
    .sendMessage(tab.id, { ask: 'page-report', show } satisfies PageReportRequest)
    .catch(() => undefined);
}

export function onMessages({ pushed, report }: MessageListeners, signal: AbortSignal): void {
  const { runtime } = browser;
  const listener: Listener = (message, sender, respond) => {
    if (sender.id !== runtime.id || typeof message !== 'object' || !message) return undefined;
    if ('push' in message) pushed?.(message as Push);
    if (!('ask' in message) || !report) return undefined;
    // Chromium below 148 accepts no promise as a response, only `true`: a response will follow.
    // A failed report responds as well, so that the popup does not wait.
    const { show } = message as PageReportRequest;
    void Promise.resolve(report(show)).then(respond, () => respond(undefined));
    return true;
  };
  runtime.onMessage.addListener(listener);
  signal.addEventListener('abort', () => {
    // After an update of the extension, access to the runtime throws.
    if (isAlive()) runtime.onMessage.removeListener(listener);
  });
}

type Listener = (
  message: unknown,
  sender: { id?: string | undefined },
  respond: (answer: unknown) => void,
) => true | undefined;

/** Whether this script's extension still runs. After an update or a removal every call to it throws. */
export const isAlive = (): boolean => {
  try {
    return browser.runtime.id !== undefined;
  } catch {
    return false;
  }
};

export interface MessageSender {
  readonly isOwnPage: boolean;
  /** `undefined` for a page outside of tabs. */
  readonly tab?: number | undefined;
  /** The address of the page that a content script runs in. */
  readonly url?: string | undefined;
  /** In a private window. */
  readonly isPrivate?: boolean | undefined;
}

export type Replier = (kind: string, request: unknown, sender: MessageSender) => Promise<MessageReply<RequestKind>>;

/** Call it while the worker starts: a message that wakes the worker is lost without a listener. */
export function serve(reply: Replier): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    const { url, tab } = sender;
    void reply(message.kind, message.request, {
      isOwnPage: isOwnPage(sender),
      tab: tab?.id,
      url,
      isPrivate: tab?.incognito,
    })
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
