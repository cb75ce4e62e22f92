import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import type { Fees } from '#core/money/fees.ts';
import { alertKindOf, type CrossedLine, type WatchAlert, type WatchListEntry } from '#core/owned/watch-list.ts';
import { marketsOfAlert } from '#core/owned/watch-prices.ts';
import { coinMarket, type MarketId } from '#core/prices/markets.ts';
import type { UserLimits } from '#core/rows/column-values.ts';
import type { SavedView } from '#core/rows/saved-views.ts';
import { maxRelayViews } from '#core/rows/view-alerts.ts';
import type { FeedDeps } from '#data/refresh/feed.ts';
import { askRelay, type RelayTarget } from '#data/refresh/relay-client.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { readBody } from '#protocol/read-body.ts';

interface RelayWatchSettings {
  readonly isOn: boolean;
  readonly staleMinutes: number;
  readonly markets: readonly MarketId[];
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd: number | undefined;
  /** What the relay must know to tell what a sale leaves; `undefined` while no fees are confirmed. */
  readonly sale: SaleTerms | undefined;
  readonly limits: UserLimits;
}

export interface SaleTerms {
  readonly fees: Fees;
  readonly minCount: number;
  readonly coinUsd: number | undefined;
}

export interface RelayWatchListDeps extends Omit<FeedDeps, 'random'> {
  readonly store: KeyValueStore;
  /** Is never evicted. */
  readonly lasting: KeyValueStore;
  readonly settings: () => Promise<RelayWatchSettings>;
  readonly items: () => Promise<readonly WatchListEntry[]>;
  readonly views: () => Promise<readonly SavedView[]>;
  readonly newDeviceId: () => string;
  readonly after: (ms: number, run: () => void) => unknown;
}

export type RelayWatchList = ReturnType<typeof createRelayWatchList>;

const place = z.object({
  base: z.string(),
  token: z.string(),
  at: z.number(),
  taken: z.catch(
    z.optional(z.object({ text: z.string(), hasChannel: z.boolean(), lacksViews: z.boolean() })),
    undefined,
  ),
});
const stored = z.object({ places: z.array(place) });
const deviceId = z.string().check(z.regex(/^[\w-]{16,64}$/));

/**
 * What became of the list at the relay. `pending`: sent within a minute. `no-channel`: the relay cannot tell anybody.
 * `older`: the relay is, and does not take such a list. `undeleted`: switched off, and a relay could not be asked to delete its copy.
 */
type RelayWatchOutcome =
  | 'off'
  | 'pending'
  | 'taken'
  /** An older relay watches the items' alerts alone. */
  | 'without-views'
  | 'no-channel'
  | 'older'
  | 'refused'
  | 'failed'
  | 'undeleted';

type ListedRelay = z.infer<typeof place>;
type Stored = z.infer<typeof stored> & { readonly device: string };

const key = 'relay-watch';
const deviceKey = 'relay-device';
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
export function createRelayWatchList(deps: RelayWatchListDeps) {
  const inTurn = createMutex();
  let outcome: RelayWatchOutcome = 'off';
  let isWaiting = false;
  /** Sends what the relay lacks, and deletes what relays must no longer have. Never rejects. */
  const sync = (): Promise<RelayWatchOutcome> =>
    inTurn(async () => {
      outcome = await run().catch(() => 'failed');
      return outcome;
    });
  const syncAfter = (ms: number) => {
    if (isWaiting) return;
    isWaiting = true;
    deps.after(ms, () => {
      isWaiting = false;
      void sync();
    });
  };
  const run = async (): Promise<RelayWatchOutcome> => {
    const settings = await deps.settings();
    const target = settings.isOn ? await deps.relay().catch(() => undefined) : undefined;
    const state = await deleteElsewhere(deps, await load(deps), target);
    if (!settings.isOn) return state.places.length > 0 ? 'undeleted' : 'off';
    if (!target) return 'failed';
    const body = toBody(settings, await deps.items(), (await deps.views()).slice(0, maxRelayViews));
    const here = state.places.find((one) => isAt(one, target));
    const ageMs = here ? Math.abs(deps.now() - here.at) : Number.POSITIVE_INFINITY;
    if (here?.taken?.text === JSON.stringify(body) && ageMs < renewalMs) return outcomeOf(here.taken);
    if (ageMs >= minIntervalMs) return send(deps, state, target, body);
    syncAfter(minIntervalMs - ageMs);
    return here?.taken || outcome === 'off' ? 'pending' : outcome;
  };
  return { sync };
}

const isAt = (one: ListedRelay, { base, token }: RelayTarget): boolean => one.base === base.href && one.token === token;

async function load({ store, lasting, newDeviceId }: RelayWatchListDeps): Promise<Stored> {
  const [value] = await store.read([key]);
  const [known] = await lasting.read([deviceKey]);
  return {
    device: deviceId.safeParse(known).data ?? newDeviceId(),
    places: stored.safeParse(value).data?.places ?? [],
  };
}

/**
 * What a relay is sent: names, alerts as they were typed, and those of which the user was already told. Compared markets, the
 * value of a coin, fees and limits go along only where an alert or a view needs them.
 */
function toBody(
  { staleMinutes, sale, markets, coinUsd, limits }: RelayWatchSettings,
  items: readonly WatchListEntry[],
  views: readonly SavedView[],
) {
  const watched = items.flatMap(({ name, alert, reached }) =>
    alert && (sale || !isOfSale(alert)) ? [{ name, alert, reached: reached && toldOf(reached) }] : [],
  );
  const alerts = watched.map(({ alert }) => alert);
  const hasViews = views.length > 0;
  const needsCoins = hasViews || alerts.some((alert) => marketsOfAlert(alert, markets).includes(coinMarket));
  // A row rests on the fees of compared markets alone. There are others: of marketplaces that the relay does not know.
  const fees = limits.fees && Object.fromEntries(markets.map((market) => [market, limits.fees?.[market]]));
  return {
    staleMinutes,
    items: watched,
    markets: hasViews || alerts.some(measuresCompared) ? markets : undefined,
    coinUsd: needsCoins ? coinUsd : undefined,
    sale: alerts.some(isOfSale) ? sale : undefined,
    views: hasViews ? { limits: { ...limits, fees }, views } : undefined,
  };
}

/** The relay finds out itself when the alert is armed again. */
const toldOf = ({ at, market, cents, percent }: CrossedLine): CrossedLine => ({ at, market, cents, percent });

const isOfSale = (alert: WatchAlert): boolean => alertKindOf(alert).measured === 'sale';

const measuresCompared = (alert: WatchAlert): boolean =>
  alertKindOf(alert).needs === 'median' || (!isOfSale(alert) && !('market' in alert && alert.market));

const outcomeOf = ({ hasChannel, lacksViews }: NonNullable<ListedRelay['taken']>): RelayWatchOutcome =>
  !hasChannel ? 'no-channel' : lacksViews ? 'without-views' : 'taken';

/** Deletes the lists of all relays but `target`. A relay that cannot be reached is asked again at the next call. */
async function deleteElsewhere(
  deps: RelayWatchListDeps,
  state: Stored,
  target: RelayTarget | undefined,
): Promise<Stored> {
  const kept: ListedRelay[] = [];
  for (const one of state.places) {
    if (target && isAt(one, target)) kept.push(one);
    else if (deps.now() - one.at < forgottenAfterMs && !(await deleteAt(deps, state.device, one))) kept.push(one);
  }
  if (kept.length === state.places.length) return state;
  await deps.store.write({ [key]: { places: kept } });
  return { ...state, places: kept };
}

/** Whether the relay has no list any more: it says so, knows no lists, or refuses the token and forgets the list. */
async function deleteAt(deps: RelayWatchListDeps, device: string, { base, token }: ListedRelay): Promise<boolean> {
  const response = await request(deps, { base: new URL(base), token }, device, 'DELETE');
  return response !== undefined && response.status < 500 && response.status !== 429;
}

async function send(
  deps: RelayWatchListDeps,
  { device, places }: Stored,
  target: RelayTarget,
  body: ReturnType<typeof toBody>,
): Promise<RelayWatchOutcome> {
  const store = (taken?: ListedRelay['taken']) => {
    const here = { base: target.base.href, token: target.token, at: deps.now(), taken };
    return deps.store.write({ [key]: { places: [...places.filter((one) => !isAt(one, target)), here] } });
  };
  // A relay would keep the list of a lost id beside the next one, and tell all twice.
  await deps.lasting.write({ [deviceKey]: device });
  // Stored before it is sent: a worker that ends in between still knows whom to ask for the deletion.
  await store();
  const put = (sent: typeof body) => request(deps, target, device, 'PUT', JSON.stringify(sent));
  const first = await put(body);
  // A relay from before views refuses them, and takes the alerts of items.
  const lacksViews = first?.status === 400 && body.views !== undefined;
  const response = lacksViews ? await put({ ...body, views: undefined }) : first;
  if (!response) return 'failed';
  // It refuses a whole list with a kind of alert that it does not know.
  if ([400, 404, 405].includes(response.status)) return 'older';
  if (response.status === 401 || response.status === 403) return 'refused';
  if (response.status !== 200) return 'failed';
  const answer = answerSchema.parse(JSON.parse(new TextDecoder().decode(await readBody(response, maxAnswerBytes))));
  const taken = { text: JSON.stringify(body), hasChannel: answer.channel !== null, lacksViews };
  await store(taken);
  return outcomeOf(taken);
}

/** `undefined` when nothing answers that lets extensions read it. */
const request = (
  { fetch }: RelayWatchListDeps,
  relay: RelayTarget,
  device: string,
  method: 'PUT' | 'DELETE',
  body?: string,
): Promise<Response | undefined> =>
  askRelay(
    { fetch, relay, path: `${path}?${new URLSearchParams({ device })}` },
    {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
    },
  ).catch(() => undefined);
