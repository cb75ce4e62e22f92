import * as z from 'zod/mini';
import { createMutex } from '#core/concurrency.ts';
import type { Fees } from '#core/fees.ts';
import { coinMarket, isReference, type MarketId, referenceMarkets } from '#core/markets.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import { marketsOfAlert, measuredMarkets } from '#core/watch-prices.ts';
import type { RelayTarget } from '#data/refresh/relay-client.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { readBody } from '#protocol/read-body.ts';
import type { RelayWatchOutcome, WatchedItem } from '#protocol/watch-list-messages.ts';

interface RelayWatchSettings {
  readonly isOn: boolean;
  readonly staleMinutes: number;
  /** The markets that the user compares. */
  readonly markets: readonly MarketId[];
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd: number | undefined;
  /** What the relay must know to tell what a sale leaves; `undefined` while no fees are confirmed. */
  readonly sale: SaleTerms | undefined;
}

/** The fees of the markets at which the user sells, and which prices count there. */
export interface SaleTerms {
  readonly fees: Fees;
  readonly minCount: number;
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd: number | undefined;
}

export interface RelayWatchListDeps {
  readonly fetch: typeof fetch;
  /** Remembers which relays have a list. */
  readonly store: KeyValueStore;
  readonly settings: () => Promise<RelayWatchSettings>;
  /** Rejects when the address cannot be used. */
  readonly relay: () => Promise<RelayTarget>;
  readonly items: () => Promise<readonly WatchedItem[]>;
  readonly newDeviceId: () => string;
  /** Calls a function once after `ms`. */
  readonly after: (ms: number, run: () => void) => unknown;
  /** Ms since the epoch. */
  readonly now: () => number;
}

export interface RelayWatchList {
  /** Sends what the relay lacks, and deletes what relays must no longer have. Never rejects. */
  readonly sync: () => Promise<RelayWatchOutcome>;
}

const place = z.object({ base: z.string(), token: z.string(), at: z.number() });
const stored = z.object({
  device: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  /** The relays that may have a list, and when each was last sent one. */
  places: z.catch(z.array(place), []),
  /** The last list that a relay took. */
  taken: z.catch(
    z.optional(z.object({ text: z.string(), hasChannel: z.boolean(), isWhole: z._default(z.boolean(), true) })),
    undefined,
  ),
});

type ListedRelay = z.infer<typeof place>;
type Stored = z.infer<typeof stored>;

const key = 'relay-watch';
const path = 'api/watch-list';
/** Least time between two lists that are sent, ms. */
const minIntervalMs = 60_000;
/** A relay forgets a list that is not renewed for 14 days. */
const renewalMs = 86_400_000;
const forgottenAfterMs = 15 * renewalMs;
const timeoutMs = 15_000;
const maxAnswerBytes = 4096;

const answerSchema = z.object({ channel: z.nullable(z.string()) });

/** Keeps the relay's copy of the watch list: sent only while the user wants it, deleted when not. */
export function createRelayWatchList(parts: RelayWatchListDeps): RelayWatchList {
  const inTurn = createMutex();
  let outcome: RelayWatchOutcome = 'off';
  let isWaiting = false;
  const run = async (): Promise<RelayWatchOutcome> => {
    const { isOn } = await parts.settings();
    const target = isOn ? await parts.relay().catch(() => undefined) : undefined;
    const state = await deleteElsewhere(parts, await load(parts), target);
    if (!isOn) return state.places.length > 0 ? 'undeleted' : 'off';
    if (!target) return 'failed';
    const lists = await toBodies(parts);
    const text = lists.whole;
    const here = state.places.find((one) => isAt(one, target));
    const ageMs = here ? Math.abs(parts.now() - here.at) : Number.POSITIVE_INFINITY;
    if (state.taken?.text === text && ageMs < renewalMs) return outcomeOf(state.taken);
    if (ageMs >= minIntervalMs) return send(parts, state, target, lists);
    if (!isWaiting) {
      isWaiting = true;
      parts.after(minIntervalMs - ageMs, () => {
        isWaiting = false;
        void sync();
      });
    }
    return state.taken || outcome === 'off' ? 'pending' : outcome;
  };
  const sync = () =>
    inTurn(async () => {
      outcome = await run().catch(() => 'failed');
      return outcome;
    });
  return { sync };
}

const isAt = (one: ListedRelay, { base, token }: RelayTarget): boolean => one.base === base.href && one.token === token;

async function load({ store, newDeviceId }: RelayWatchListDeps): Promise<Stored> {
  const [value] = await store.read([key]);
  return stored.safeParse(value).data ?? { device: newDeviceId(), places: [], taken: undefined };
}

interface SentLists {
  readonly whole: string;
  /** The list for a relay that knows the references alone; `undefined` where that is the whole. */
  readonly forOlder: string | undefined;
}

/**
 * The body: names, alerts, and which of them the user was already told of. What was typed is unknown there: lines are in US
 * dollars. The compared markets, the value of a coin and the fees go with alerts that need them alone.
 */
async function toBodies({ items, settings }: RelayWatchListDeps): Promise<SentLists> {
  const { staleMinutes, sale, markets, coinUsd } = await settings();
  const all = (await items()).flatMap(({ name, alert, reached }) =>
    alert && (sale || alert.kind !== 'exit')
      ? [{ name, alert: { ...alert, typed: undefined }, ...(reached && { reached }) }]
      : [],
  );
  const alerts = all.map(({ alert }) => alert);
  const needsMarkets = alerts.some((alert) => !isKnownToAll(alert, markets) && measuresCompared(alert));
  const needsCoins = alerts.some((alert) => marketsOfAlert(alert, markets).includes(coinMarket));
  const more = {
    ...(needsMarkets && { markets }),
    ...(needsCoins && { coinUsd }),
    ...(alerts.some(({ kind }) => kind === 'exit') && { sale }),
  };
  const known = all.filter(({ alert }) => isKnownToAll(alert, markets));
  const whole = JSON.stringify({ staleMinutes, items: all, ...more });
  return { whole, forOlder: known.length < all.length ? JSON.stringify({ staleMinutes, items: known }) : undefined };
}

const measuresCompared = (alert: WatchAlert): boolean =>
  alert.kind === 'under-median' || (alert.kind !== 'exit' && !alert.market);

/** Whether an alert means the same to a relay that takes the references for the compared markets. */
function isKnownToAll(alert: WatchAlert, compared: readonly MarketId[]): boolean {
  if (alert.kind === 'exit' || (alert.kind === 'under-median' && alert.market)) return false;
  if (alert.market) return isReference(alert.market);
  const [here, there] = [compared, referenceMarkets].map((markets) => measuredMarkets(alert, markets));
  return [...(here ?? [])].sort().join() === [...(there ?? [])].sort().join();
}

const outcomeOf = ({ hasChannel, isWhole }: NonNullable<Stored['taken']>): RelayWatchOutcome => {
  if (!hasChannel) return 'no-channel';
  return isWhole ? 'taken' : 'partly';
};

/** Deletes the lists of all relays but `target`. A relay that cannot be reached is asked again at the next call. */
async function deleteElsewhere(
  parts: RelayWatchListDeps,
  state: Stored,
  target: RelayTarget | undefined,
): Promise<Stored> {
  const kept: ListedRelay[] = [];
  for (const one of state.places) {
    if (target && isAt(one, target)) kept.push(one);
    else if (parts.now() - one.at < forgottenAfterMs && !(await deleteAt(parts, state.device, one))) kept.push(one);
  }
  if (kept.length === state.places.length) return state;
  const next = { ...state, places: kept, taken: target && state.taken };
  await parts.store.write({ [key]: next });
  return next;
}

/** Whether the relay has no list any more: it says so, knows no lists, or refuses the token and forgets the list. */
async function deleteAt(parts: RelayWatchListDeps, device: string, { base, token }: ListedRelay): Promise<boolean> {
  const relay = { base: new URL(base), token };
  const response = await request(parts, relay, device, { method: 'DELETE' });
  return response ? response.status < 500 && response.status !== 429 : answers(parts, relay);
}

async function send(
  parts: RelayWatchListDeps,
  { device, places }: Stored,
  target: RelayTarget,
  { whole, forOlder }: SentLists,
): Promise<RelayWatchOutcome> {
  const here = { base: target.base.href, token: target.token, at: parts.now() };
  const state: Stored = { device, places: [...places.filter((one) => !isAt(one, target)), here], taken: undefined };
  // Stored before it is sent: a worker that ends in between still knows whom to ask for the deletion.
  await parts.store.write({ [key]: state });
  const put = (body: string) =>
    request(parts, target, device, { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } });
  const first = await put(whole);
  // A relay that does not know sales, or markets, refuses the whole list.
  const isOlder = first?.status === 400 && forOlder !== undefined;
  const response = isOlder ? await put(forOlder) : first;
  if (!response) return (await answers(parts, target)) ? 'older' : 'failed';
  // It refuses a whole list with a kind of alert that it does not know.
  if ([400, 404, 405].includes(response.status)) return 'older';
  if (response.status === 401 || response.status === 403) return 'refused';
  if (response.status !== 200) return 'failed';
  const answer = answerSchema.parse(JSON.parse(new TextDecoder().decode(await readBody(response, maxAnswerBytes))));
  const taken = { text: whole, hasChannel: answer.channel !== null, isWhole: !isOlder };
  await parts.store.write({ [key]: { ...state, taken } });
  return outcomeOf(taken);
}

/** `undefined` when nothing answers that lets extensions read it. */
async function request(
  { fetch }: RelayWatchListDeps,
  { base, token }: RelayTarget,
  device: string,
  init: RequestInit,
): Promise<Response | undefined> {
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const url = new URL(`${path}?${new URLSearchParams({ device })}`, base);
  try {
    return await fetch(url, { ...init, headers, ...quiet() });
  } catch {
    return undefined;
  }
}

/** Whether a relay is there. An older one refuses the preflight of a PUT, which looks like no answer. */
const answers = ({ fetch }: RelayWatchListDeps, { base }: RelayTarget): Promise<boolean> =>
  fetch(new URL('healthz', base), quiet()).then(
    ({ type }) => type !== 'opaqueredirect',
    () => false,
  );

const quiet = (): RequestInit => ({
  signal: AbortSignal.timeout(timeoutMs),
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'manual',
  referrerPolicy: 'no-referrer',
});
