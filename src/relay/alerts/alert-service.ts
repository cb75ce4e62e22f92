import { createTurns } from '#core/turns.ts';
import type { AlertChannel } from '#relay/alerts/channel.ts';
import { checkLists } from '#relay/alerts/check-lists.ts';
import { createDelivery, type DeliveryParts, type LastDelivery } from '#relay/alerts/deliver.ts';
import type { Delivery } from '#relay/alerts/send-alert.ts';
import { mergeList, type SentList } from '#relay/alerts/sent-list.ts';
import { type ClientList, readWatchState, type WatchState, writeWatchState } from '#relay/alerts/watch-state.ts';
import { errorCode } from '#relay/error-code.ts';
import { type FeedResult, NoDataError } from '#relay/upstream/feed-result.ts';

export interface AlertServiceParts extends DeliveryParts {
  /** The file of lists and waiting alerts. */
  readonly path: string;
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  /** The partner feed's data; `undefined` while the prices are samples. Throws NoDataError. */
  readonly read: () => Promise<FeedResult> | FeedResult | undefined;
  /** Whether somebody may still use the relay. */
  readonly isKnown: (owner: string) => boolean;
  /** Aborts when the relay ends, as `fetch` does then. */
  readonly ending: AbortSignal;
}

/** One extension: whose token or origin it shows, and the identifier that it gave itself. */
export interface ListClient {
  readonly owner: string;
  readonly device: string;
}

export interface AlertStatus {
  readonly channel: AlertChannel | undefined;
  readonly lists: number;
  /** Alerts in all lists. */
  readonly alerts: number;
  /** Crossings that wait to be told. */
  readonly waiting: number;
  readonly last: LastDelivery | undefined;
}

export interface AlertService {
  /** Replaces a client's list; one without items is deleted. Throws TooManyListsError. */
  readonly put: (client: ListClient, sent: SentList) => Promise<void>;
  readonly status: () => AlertStatus;
  /** Sends a text to the channel now; `undefined` while alerts are off. */
  readonly test: (message: string) => Promise<Delivery | undefined>;
  /** Checks new data and delivers what waits. One run at a time; never rejects. */
  readonly run: () => Promise<void>;
}

export class TooManyListsError extends Error {}

const maxLists = 50;
/** Lists of one token or origin; a new one takes the place of the oldest. */
const maxListsPerOwner = 10;
/** Extensions renew their list every day. One that does not is forgotten after this time, in ms. */
const maxUnrenewedMs = 14 * 86_400_000;

/** Keeps watch lists and tells of crossings. Prices never wait for it. */
export async function openAlertService(parts: AlertServiceParts): Promise<AlertService> {
  const storage = await openStorage(parts);
  const delivery = createDelivery(parts);
  const inTurn = createTurns();
  let lastSnapshot: unknown;
  if (storage.state().isSending) {
    // Whether that message arrived is not known. As in the extension, a crossing is never told twice.
    delivery.setLast({ at: parts.now(), problem: 'unknown' });
    parts.reportProblem('the relay ended while it sent an alert', 'alert-unknown');
    await storage.save({ ...storage.state(), pending: [], isSending: false });
  }
  const check = async (): Promise<void> => {
    const state = storage.state();
    if (Object.keys(state.lists).length === 0) return;
    const result = await parts.read();
    if (!result || result.data.snapshot === lastSnapshot) return;
    const { bytes, lastModified } = result.data.snapshot;
    const next = checkLists(state, JSON.parse(new TextDecoder().decode(bytes)), lastModified, parts.now());
    // Stored before it is told: a relay that ends in between tells after its restart.
    if (next !== state) await storage.save(next);
    lastSnapshot = result.data.snapshot;
  };
  const run = async (): Promise<void> => {
    const channel = parts.channel();
    if (!channel) return storage.dropPending();
    await storage.forgetLost();
    await check().catch((error: unknown) => {
      // The feed reports why it has no data.
      if (!(error instanceof NoDataError)) parts.reportProblem('watch lists could not be checked', errorCode(error));
    });
    if (!delivery.isDue(channel, storage.state())) return;
    // If the disk does not keep this mark, a message that arrives now would come again after a restart.
    if (!(await storage.save({ ...storage.state(), isSending: true }))) return;
    const over = await delivery.tryNow(channel, storage.state());
    // The relay cut its own request off: the mark stays, because the message may have arrived.
    if (over === 0 && parts.ending.aborted) return;
    const { pending, ...rest } = storage.state();
    await storage.save({ ...rest, isSending: false, pending: pending.slice(over) });
  };
  return {
    put: (client, sent) =>
      inTurn(async () => {
        // A new list is checked against the data that are there.
        lastSnapshot = undefined;
        await storage.put(client, sent);
      }),
    status: () => ({ ...storage.counts(), channel: parts.channel(), last: delivery.last() }),
    async test(message) {
      const channel = parts.channel();
      return channel && delivery.send(channel, message);
    },
    run: () => inTurn(run).catch((error: unknown) => parts.reportProblem('alerts failed', errorCode(error))),
  };
}

async function openStorage(parts: Pick<AlertServiceParts, 'path' | 'isKnown' | 'now' | 'reportProblem'>) {
  let state = await readWatchState(parts.path);
  /** Returns whether the disk has it. */
  const save = async (next: WatchState): Promise<boolean> => {
    state = next;
    const code = await writeWatchState(parts.path, next);
    if (code !== undefined) parts.reportProblem('the watch lists could not be stored', code);
    return code === undefined;
  };
  const isLost = (client: string, { renewedAt }: ClientList): boolean =>
    !parts.isKnown(ownerOf(client)) || parts.now() - renewedAt > maxUnrenewedMs;
  return {
    state: () => state,
    save,
    counts: () => ({
      lists: Object.keys(state.lists).length,
      alerts: Object.values(state.lists).reduce((sum, { items }) => sum + items.length, 0),
      waiting: state.pending.length,
    }),
    /** What waited while alerts were switched off is old news. */
    async dropPending() {
      if (state.pending.length > 0) await save({ ...state, pending: [] });
    },
    /** Forgets lost lists, and what waits to be told to nobody else. */
    async forgetLost() {
      const kept = Object.entries(state.lists).filter(([client, list]) => !isLost(client, list));
      const lists = Object.fromEntries(kept);
      const pending = state.pending.filter(({ clients }) => clients.some((client) => Object.hasOwn(lists, client)));
      const isLess = kept.length < Object.keys(state.lists).length || pending.length < state.pending.length;
      if (isLess) await save({ ...state, lists, pending });
    },
    async put({ owner, device }: ListClient, sent: SentList) {
      const client = `${owner} ${device}`;
      const { [client]: before, ...others } = state.lists;
      if (sent.items.length === 0) {
        if (before) await save({ ...state, lists: others });
        return;
      }
      const lists = before ? others : withRoom(others, owner);
      if (Object.keys(lists).length >= maxLists) throw new TooManyListsError();
      await save({ ...state, lists: { ...lists, [client]: mergeList(before, sent, parts.now()) } });
    },
  };
}

const ownerOf = (client: string): string => client.slice(0, client.lastIndexOf(' '));

/** The lists, without the oldest ones of an owner who has as many as allowed. */
function withRoom(lists: WatchState['lists'], owner: string): WatchState['lists'] {
  const own = Object.entries(lists).filter(([client]) => ownerOf(client) === owner);
  const oldest = own.toSorted(([, one], [, other]) => other.renewedAt - one.renewedAt).slice(maxListsPerOwner - 1);
  const dropped = new Set(oldest.map(([client]) => client));
  return Object.fromEntries(Object.entries(lists).filter(([client]) => !dropped.has(client)));
}
