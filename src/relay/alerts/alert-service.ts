import { oneAtATime } from '#core/asks/concurrency.ts';
import { minuteMs } from '#core/prices/age.ts';
import { parseRetryAfter } from '#protocol/http.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import {
  type AlertServiceDeps,
  type AlertState,
  type AlertStore,
  createAlertStore,
} from '#relay/alerts/alert-state.ts';
import { type AlertChannel, channelHost, toChannelRequest } from '#relay/alerts/channel.ts';
import { watchedMarkets } from '#relay/alerts/check-lists.ts';
import { roomOf, withList, withoutList, withoutUnknown } from '#relay/alerts/client-lists.ts';
import { createPriceCheck } from '#relay/alerts/price-check.ts';
import type { ClientList, SentList } from '#relay/alerts/sent-list.ts';
import { alertMessage, linesAfter, nextLines, ownerOf } from '#relay/alerts/waiting-lines.ts';
import { errorCode } from '#relay/error-code.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

export type AlertStatus = ReturnType<AlertService['status']> & ReturnType<AlertService['contents']>;

export type AlertService = ReturnType<typeof openAlertService>;

export function openAlertService(given: Omit<AlertServiceDeps, 'ending'>) {
  const ending = new AbortController();
  const deps = { ...given, ending: ending.signal };
  const store = createAlertStore(deps.storage, deps.reportProblem);
  const delivery = createDelivery(deps);
  const deliverDue = createDeliver(deps, store, delivery);
  let retry: NodeJS.Timeout | undefined;
  const report = (error: unknown): void => {
    // The store reports what the database refuses.
    if (!(error instanceof StorageError)) deps.reportProblem('alerts failed', errorCode(error));
  };
  const deliver = oneAtATime(async () => {
    clearTimeout(retry);
    if (!ending.signal.aborted) await deliverDue().catch(report);
    if (waitingOf(store.current()) > 0 && !ending.signal.aborted)
      retry = setTimeout(deliver, deps.limits.alertRetryMs).unref();
  });
  const check = createPriceCheck(deps, store, report, deliver);
  return {
    /**
     * A list without items is deleted. Rejects with HttpError 409 without room, or with StorageError.
     * @param client an owner's token or origin, a space and a device
     */
    async put(client: string, sent: SentList): Promise<void> {
      const edit = (state: AlertState) => withList(state, client, sent, deps.now(), roomOf(deps.limits.maxListBytes));
      await store.change((state) => check.silently(edit(state), client, state));
    },
    forget: (client: string) => store.change((state) => withoutList(state, client)),
    status: () => ({
      channel: deps.channel(),
      last: delivery.last(),
      forgotten: check.forgotten(),
      lists: store.current().lists.size,
      waiting: waitingOf(store.current()),
    }),
    contents: () => contentsOf(store.current()),
    async test(message: string) {
      const channel = deps.channel();
      return channel && delivery.send(channel, message);
    },
    /** It waits for minutes, and keeps no data meanwhile. */
    onConfirmed(source: string, data: FeedData): Promise<void> | undefined {
      const isPriced = source === endpoints.partner || marketOfDetails(source) !== undefined;
      return isPriced ? check.next(source, data).then(deliver) : undefined;
    },
    due(): readonly string[] {
      const state = store.current();
      if (!deps.channel() || state.lists.size === 0) return [];
      return [endpoints.partner, ...watchedMarkets(state).map(marketDetailsPath).filter(check.isDue)];
    },
    deliver,
    close(): Promise<void> {
      ending.abort();
      return deliver();
    },
  };
}

const waitingOf = ({ pending, sending }: AlertState): number => pending.length + sending.length;

const viewsOf = ({ views }: ClientList): number => views?.views.length ?? 0;

/** Looks at each list, for the page alone: anybody may ask how the relay is, as often as he likes. */
const contentsOf = ({ lists }: AlertState) => ({
  alerts: [...lists.values()].reduce((sum, list) => sum + list.items.length + viewsOf(list), 0),
  /** The devices whose lists are here, the longest unrenewed first: it may be gone. */
  devices: [...lists]
    .map(([client, list]) => ({
      client,
      owner: ownerOf(client),
      device: client.slice(ownerOf(client).length + 1),
      renewedAt: list.renewedAt,
      alerts: list.items.length,
      views: viewsOf(list),
    }))
    .toSorted((one, other) => one.renewedAt - other.renewedAt),
});

function createDeliver(deps: AlertServiceDeps, store: AlertStore, delivery: ReturnType<typeof createDelivery>) {
  let isLoaded = false;
  const forgetUnknown = async (): Promise<void> => {
    await store.change((state) => {
      if (!state.isSending) return state;
      // Whether that message arrived is not known. As in the extension, a crossing is never told twice.
      const channel = deps.channel();
      delivery.setLast({ at: deps.now(), problem: 'unknown', host: channel ? channelHost(channel) : '' });
      deps.reportProblem('the relay ended while it sent an alert', 'alert-unknown');
      return { ...state, sending: [], isSending: false };
    });
    isLoaded = true;
  };
  return async (): Promise<void> => {
    if (!isLoaded) await forgetUnknown();
    const channel = deps.channel();
    if (!channel) {
      // What waited while alerts were switched off is old news.
      await store.change((state) => (waitingOf(state) > 0 ? { ...state, pending: [], sending: [] } : state));
      return;
    }
    const waiting = await store.change((state) => withoutUnknown(state, deps.isKnown));
    if (waitingOf(waiting) === 0 || !delivery.isDue(channel)) return;
    // If the disk does not keep this mark, a message that arrives now would come again after a restart.
    const sent = await store.change((state) => ({ ...withMessage(state, deps.now()), isSending: true }));
    const isDone = await delivery.tryNow(channel, alertMessage(sent.sending, deps.now(), sent.pending.length));
    // The relay cut its own request off: the mark stays, because the message may have arrived.
    if (!isDone && deps.ending.aborted) return;
    await store.change((state) => ({ ...state, isSending: false, sending: isDone ? [] : state.sending }));
  };
}

/** The state with the lines of the next message; one that was tried keeps its lines, which alone are dropped with it. */
function withMessage(state: AlertState, now: number): AlertState {
  if (state.sending.length > 0) return state;
  const sending = [...nextLines(state.pending, now)];
  return { ...state, sending, pending: linesAfter(state.pending, sending) };
}

type Delivery = Awaited<ReturnType<typeof sendAlert>>;

export interface LastDelivery extends Pick<Delivery, 'status'> {
  readonly at: number;
  readonly host: string;
  /** `unknown`: the relay ended while it sent the message. */
  readonly problem: DeliveryProblem | 'unknown' | undefined;
}

const maxTries = 6;
const maxGrowth = 30;
/** The longest wait that a service may demand, in ms. */
const maxWaitMs = 3_600_000;
/** ntfy.sh takes 250 messages a day: some 40 a minute apart, then one each seven minutes. */
const paceMs = 7 * minuteMs;
const maxAheadMs = 40 * paceMs;

export function createDelivery(deps: AlertServiceDeps) {
  let [failures, nextTryAt, pacedUntil, failedChannel] = [0, 0, 0, ''];
  let last: LastDelivery | undefined;
  const send = async (channel: AlertChannel, message: string): Promise<Delivery> => {
    const delivery = await sendAlert(channel, message, deps);
    last = { ...delivery, at: deps.now(), host: channelHost(channel) };
    if (delivery.problem !== undefined) deps.reportProblem('an alert was not delivered', `alert-${delivery.problem}`);
    return delivery;
  };
  return {
    send,
    last: () => last,
    setLast: (next: LastDelivery | undefined) => {
      last = next;
    },
    /** Whether a try is due. Another channel is tried at once. */
    isDue: (channel: AlertChannel): boolean =>
      deps.monotonicMs() >= nextTryAt || JSON.stringify(channel) !== failedChannel,
    /** Tells whether the message is tried no more: it was accepted or may have been, or was tried too often. */
    async tryNow(channel: AlertChannel, message: string): Promise<boolean> {
      const text = JSON.stringify(channel);
      if (text !== failedChannel) failures = 0;
      const { problem, retryAfterMs = 0 } = await send(channel, message);
      failedChannel = text;
      // A service that answers too late, or whose answer is lost, may have taken the message. It is not told twice.
      const isTaken = problem === undefined || problem === 'timeout' || problem === 'lost';
      const isDone = isTaken || failures + 1 >= maxTries;
      // Whoever has an invite may change a list at any time: that must not ring the owner's phone each time.
      const growing = deps.limits.alertRetryMs * (problem === undefined ? 1 : Math.min(2 ** failures, maxGrowth));
      const now = deps.monotonicMs();
      pacedUntil = Math.max(pacedUntil, now) + paceMs;
      nextTryAt = Math.max(now + Math.max(growing, Math.min(retryAfterMs, maxWaitMs)), pacedUntil - maxAheadMs);
      failures = isDone ? 0 : failures + 1;
      return isDone;
    },
  };
}

/** Why a message was not delivered. `lost`: the connection broke after the message was sent, so it may have arrived. */
type DeliveryProblem = 'unreachable' | 'lost' | 'timeout' | 'redirect' | 'refused' | 'rate-limited' | 'failed';

/** Never throws. No redirect is followed and no body read: an error's message or a body may quote the address. */
async function sendAlert(channel: AlertChannel, message: string, deps: AlertServiceDeps) {
  const { url, type, body } = toChannelRequest(channel, message, deps.bases);
  const timeout = AbortSignal.timeout(deps.limits.alertTimeoutMs);
  const signal = AbortSignal.any([timeout, deps.ending]);
  try {
    const headers = { 'Content-Type': type };
    const response = await deps.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), deps.now());
    return { problem: problemOf(status), status, retryAfterMs };
  } catch (error) {
    const problem: DeliveryProblem = timeout.aborted ? 'timeout' : isAfterSending(error) ? 'lost' : 'unreachable';
    return { problem };
  }
}

/** Codes of errors that come after a connection is there: it was closed or reset, or the answer is no HTTP. */
const laterCodes = /^(?:UND_ERR_(?!CONNECT_TIMEOUT)|HPE_|HTTPParserError$|ECONNRESET$|EPIPE$)/;

/** `fetch` throws a TypeError whose cause has the code. */
const isAfterSending = (error: unknown): boolean =>
  error instanceof TypeError &&
  laterCodes.test(errorCode(error.cause)) &&
  !/before secure TLS/.test(String(error.cause));

/** `undefined`: the service accepted the message. */
function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}
