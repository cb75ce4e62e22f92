import { browser } from 'wxt/browser';
import { withTimeout } from '#core/timeout.ts';
import type { Answers, PageReport, PageReportRequest, Push, RequestKind, Requests } from '#protocol/messages.ts';
import type { PageOutlines, PageOutlinesRequest } from '#protocol/outline-messages.ts';

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

/** Like `ask`, with a time limit. For pages whose user waits. */
export const askWithTimeout: typeof ask = (kind, request) => withTimeout(ask(kind, request), answerLimitMs);

/** The worker's reply. It is sent as JSON text: Firefox takes 4 ms to clone the prices of 100 items. */
export type MessageReply<K extends RequestKind> =
  | { readonly ok: true; readonly answer: Answers[K] }
  | { readonly ok: false; readonly error: string };

/** Calls back for each push of the worker, until the signal. */
export const onPush = (pushed: (push: Push) => void, signal: AbortSignal): void => onMessages({ pushed }, signal);

interface MessageListeners {
  readonly pushed?: (push: Push) => void;
  /** Answers the popup's request for a report. */
  readonly report?: () => PageReport | Promise<PageReport>;
  /** Answers the popup's request for outlines. */
  readonly outlines?: () => Promise<PageOutlines>;
}

/** The report of the page in the active tab; `undefined` when the extension does not run there. */
export const pageReport = (): Promise<PageReport | undefined> => askActivePage({ ask: 'page-report' });

/** The outlines of the page in the active tab; `undefined` when the extension does not run there. */
export const pageOutlines = (): Promise<PageOutlines | undefined> => askActivePage({ ask: 'page-outlines' });

async function askActivePage<T>(question: PageReportRequest | PageOutlinesRequest): Promise<T | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  return browser.tabs.sendMessage(tab.id, question).catch(() => undefined);
}

/** Listens to messages to a page, until the signal. */
export function onMessages({ pushed, report, outlines }: MessageListeners, signal: AbortSignal): void {
  const { runtime } = browser;
  const listener: Listener = (message, sender, respond) => {
    if (sender.id !== runtime.id || typeof message !== 'object' || !message) return undefined;
    if ('push' in message) pushed?.(message as Push);
    const answer = 'ask' in message && (message.ask === 'page-outlines' ? outlines : report);
    if (!answer) return undefined;
    // Chromium below 148 accepts no promise as a response, only `true`: a response will follow.
    // A failed report responds as well, so that the popup does not wait.
    void Promise.resolve(answer()).then(respond, () => respond(undefined));
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
