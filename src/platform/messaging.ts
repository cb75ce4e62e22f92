import { browser } from 'wxt/browser';
import {
  type Answers,
  type PageReport,
  type PageReportRequest,
  type Push,
  type RequestKind,
  type RequestOf,
  requests,
} from '#protocol/messages.ts';

type Handlers = { [K in RequestKind]: (request: RequestOf<K>) => Promise<Answers[K]> };

interface Envelope {
  readonly kind: RequestKind;
  readonly request: unknown;
}

/** Asks the worker. Rejects when it is gone (the extension was updated or removed) or refuses. */
export async function ask<K extends RequestKind>(kind: K, request: RequestOf<K>): Promise<Answers[K]> {
  const reply: Reply<K> = await browser.runtime.sendMessage({ kind, request } satisfies Envelope);
  if (!reply?.ok) throw new Error(reply?.error ?? 'the worker gave no answer');
  return reply.answer;
}

type Reply<K extends RequestKind> =
  | { readonly ok: true; readonly answer: Answers[K] }
  | { readonly ok: false; readonly error: string };

/**
 * Answers requests: only from this extension, only the kinds that the sender may send, only what fits the schema.
 * Call it while the worker starts, so that a message that woke it finds its listener.
 */
export function serve(handlers: Handlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return undefined;
    return answer(message.kind, message.request, handlers, isOwnPage(sender));
  });
}

async function answer<K extends RequestKind>(
  kind: K,
  request: unknown,
  handlers: Handlers,
  ownPage: boolean,
): Promise<Reply<K>> {
  const { request: schema, from } = requests[kind];
  if (from === 'own-pages' && !ownPage) return { ok: false, error: 'only the extension’s own pages may ask this' };
  const parsed = schema.safeParse(request);
  if (!parsed.success) return { ok: false, error: 'not a request of this kind' };
  try {
    return { ok: true, answer: await handlers[kind](parsed.data as RequestOf<K>) };
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

/** Hears what the worker pushes, until the signal. */
export function onPush(listener: (push: Push['push']) => void, signal: AbortSignal): void {
  listen((message) => {
    if ('push' in message) listener((message as Push).push);
    return undefined;
  }, signal);
}

/** Answers the popup's question how this page fares, until the signal. */
export function onPageReport(report: () => PageReport, signal: AbortSignal): void {
  listen((message) => ('ask' in message ? Promise.resolve(report()) : undefined), signal);
}

/** Asks the page in the active tab; `undefined` when none of ours runs there. */
export async function pageReport(): Promise<PageReport | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const question: PageReportRequest = { ask: 'page-report' };
  return browser.tabs.sendMessage(tab.id, question).catch(() => undefined);
}

function listen(handle: (message: object) => Promise<unknown> | undefined, signal: AbortSignal): void {
  const listener = (message: unknown, sender: { id?: string | undefined }) =>
    sender.id === browser.runtime.id && typeof message === 'object' && message !== null ? handle(message) : undefined;
  browser.runtime.onMessage.addListener(listener);
  signal.addEventListener('abort', () => {
    // After an update of the extension there is no runtime left to unsubscribe from.
    if (browser.runtime?.id) browser.runtime.onMessage.removeListener(listener);
  });
}

/** Whether this script's extension is still there; after an update or removal every call to it throws. */
export const isAlive = (): boolean => {
  try {
    return browser.runtime.id !== undefined;
  } catch {
    return false;
  }
};
