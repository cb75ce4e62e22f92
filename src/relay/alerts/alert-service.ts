import { alertMessage } from '#relay/alerts/alert-message.ts';
import { type AlertChannel, type ChannelBases, toChannelRequest } from '#relay/alerts/channel.ts';
import { checkLists } from '#relay/alerts/check-lists.ts';
import { sendAlert } from '#relay/alerts/send-alert.ts';
import { mergeList, type SentList } from '#relay/alerts/sent-list.ts';
import { readWatchState, type WatchState, writeWatchState } from '#relay/alerts/watch-state.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';

export interface AlertServiceParts {
  /** The file of lists and waiting alerts. */
  readonly path: string;
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  readonly bases: ChannelBases;
  /** The partner feed's data; `undefined` while the prices are samples. */
  readonly read: () => Promise<FeedResult> | FeedResult | undefined;
  /** Whether a client may still use the relay. */
  readonly isKnown: (client: string) => boolean;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
  readonly timeoutMs: number;
  /** The first wait after a failed delivery, in ms. */
  readonly retryMs: number;
}

export interface AlertService {
  /** Replaces a client's list; one without items is deleted. Throws TooManyListsError. */
  readonly put: (client: string, sent: SentList) => Promise<void>;
  /** Checks new data and delivers what waits. One run at a time; never rejects. */
  readonly run: () => Promise<void>;
}

export class TooManyListsError extends Error {}

const maxLists = 50;
/** Tries of one message; then it is dropped. */
const maxTries = 6;
/** Waits grow to this many times the first one. */
const maxGrowth = 30;

/** Keeps watch lists and tells of crossings. Prices never wait for it. */
export async function openAlertService(parts: AlertServiceParts): Promise<AlertService> {
  let state = await readWatchState(parts.path);
  let lastSnapshot: unknown;
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const save = async (next: WatchState): Promise<void> => {
    state = next;
    const code = await writeWatchState(parts.path, next);
    if (code !== undefined) parts.reportProblem('the watch lists could not be stored', code);
  };
  const forgetStrangers = async (): Promise<void> => {
    const known = Object.entries(state.lists).filter(([client]) => parts.isKnown(client));
    if (known.length < Object.keys(state.lists).length) await save({ ...state, lists: Object.fromEntries(known) });
  };
  const check = async (): Promise<void> => {
    if (Object.keys(state.lists).length === 0) return;
    const result = await parts.read();
    if (!result || result.data.snapshot === lastSnapshot) return;
    const { bytes, lastModified } = result.data.snapshot;
    const next = checkLists(state, JSON.parse(new TextDecoder().decode(bytes)), lastModified, parts.now());
    // Stored before it is told: a relay that ends in between tells after its restart.
    if (next !== state) await save(next);
    lastSnapshot = result.data.snapshot;
  };
  const deliver = createDelivery(parts);
  const run = async (): Promise<void> => {
    const channel = parts.channel();
    if (!channel) return;
    await forgetStrangers();
    await check().catch(() => undefined);
    if (await deliver(channel, state)) await save({ ...state, pending: [] });
  };
  return {
    put: (client, sent) =>
      inTurn(async () => {
        const { [client]: before, ...others } = state.lists;
        if (sent.items.length === 0) return before ? save({ ...state, lists: others }) : undefined;
        if (!before && Object.keys(others).length >= maxLists) throw new TooManyListsError();
        // A new list is checked against the data that are there.
        lastSnapshot = undefined;
        return save({ ...state, lists: { ...others, [client]: mergeList(before, sent) } });
      }),
    run: () => inTurn(run).catch(() => parts.reportProblem('alerts failed', 'internal')),
  };
}

/** Delivers what waits in one message. Returns whether it waits no more: it was accepted, or tried too often. */
function createDelivery(parts: AlertServiceParts) {
  let [failures, nextTryAt] = [0, 0];
  return async (channel: AlertChannel, { pending }: WatchState): Promise<boolean> => {
    if (pending.length === 0 || parts.monotonicMs() < nextTryAt) return false;
    const request = toChannelRequest(channel, alertMessage(pending, parts.now()), parts.bases);
    const problem = await sendAlert(request, parts.fetch, parts.timeoutMs);
    if (problem !== undefined) {
      parts.reportProblem('an alert was not delivered', `alert-${problem}`);
      nextTryAt = parts.monotonicMs() + parts.retryMs * Math.min(2 ** failures, maxGrowth);
      failures++;
    }
    if (problem !== undefined && failures < maxTries) return false;
    failures = 0;
    return true;
  };
}
