import { isMarketFees } from '#core/fees.ts';
import { type Guard, isArrayOf, isBoolean, isObject, isRecordOf, isString, nullable, oneOf } from '#core/guards.ts';
import { isHostname } from '#core/hostnames.ts';
import { isMarketId, type MarketId, marketIds, referenceMarkets } from '#core/markets.ts';
import { defaultRelayUrl } from '#core/relay-address.ts';
import type { NumberLimits } from '#core/setting-controls.ts';
import type { Settings } from '#core/settings.ts';
import { maxCustomSites, migrateSettings, settingsVersion } from '#core/settings-migration.ts';
import { isSiteId } from '#core/site.ts';

/** Returns the value when it needs no repair; `undefined` when it may need one. */
type Reader<T> = (stored: unknown) => T | undefined;

/** A missing value is replaced by its default, as by the schema. */
const field =
  <T>(fits: Guard<T>, fallback: () => T): Reader<T> =>
  (stored) =>
    stored === undefined ? fallback() : fits(stored) ? stored : undefined;

const group =
  <T extends object>(readers: { readonly [K in keyof T]-?: Reader<T[K]> }): Reader<T> =>
  (stored = {}) => {
    if (!isObject(stored)) return undefined;
    const read: Partial<T> = {};
    for (const key in readers) {
      const value = readers[key](stored[key]);
      if (value === undefined) return undefined;
      read[key] = value;
    }
    return read as T;
  };

const within =
  ({ above, min, max, below }: NumberLimits): Guard<number> =>
  (value): value is number =>
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (above === undefined || value > above) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max) &&
    (below === undefined || value < below);

const number = (fallback: number, limits: NumberLimits) => field(within(limits), () => fallback);
const flag = (fallback: boolean) => field(isBoolean, () => fallback);
const choice = <const O extends readonly [string, ...string[]]>(options: O, fallback: O[number]) =>
  field<O[number]>(oneOf(...options), () => fallback);

const isTrimmed =
  (least: number, most: number): Guard<string> =>
  (value): value is string =>
    isString(value) && value.trim() === value && value.length >= least && value.length <= most;
const isCode: Guard<string> = (value): value is string => isString(value) && /^[A-Z]{3}$/.test(value);
const isMarkets = isArrayOf<MarketId>(oneOf(...marketIds), 13);
const isSomeMarkets: Guard<MarketId[]> = (value): value is MarketId[] => isMarkets(value) && value.length > 0;
const isSites: Guard<Record<string, boolean>> = isRecordOf(isHostname, isBoolean);
const isCustomSites: Guard<Record<string, boolean>> = (value): value is Record<string, boolean> =>
  isSites(value) && Object.keys(value).length <= maxCustomSites;
const isRate = within({ above: 0, below: 1e9 });

/**
 * Parses settings that need no repair exactly as the schema does (`core/settings.ts`); `undefined` for all others,
 * which the schema then parses. A worker that starts saves the time to load the schema.
 */
export const parsePlainSettings: Reader<Settings> = (stored) => readSettings(migrateSettings(stored));

const readSettings = group<Settings>({
  version: field(oneOf(settingsVersion), () => settingsVersion),
  relay: group({ url: field(isTrimmed(1, 2048), () => defaultRelayUrl), token: field(isTrimmed(0, 512), () => '') }),
  sites: field(
    isRecordOf(() => true, isBoolean),
    () => ({}),
  ),
  customSites: field(isCustomSites, () => ({})),
  markets: field(isSomeMarkets, () => [...referenceMarkets]),
  freshness: group({ staleMinutes: number(90, { above: 0, max: 10_080 }) }),
  currency: group({ show: choice(['usd', 'page', 'fixed'], 'usd'), code: field(isCode, () => 'EUR') }),
  rates: field(isRecordOf(isCode, isRate), () => ({})),
  coinUsd: field(nullable(isRate), () => null),
  siteCoinUsd: field(isRecordOf(isSiteId, isRate), () => ({})),
  overlay: group({
    density: choice(['normal', 'compact', 'hover'], 'normal'),
    difference: choice(['percent', 'money', 'both'], 'percent'),
    net: flag(false),
    cash: flag(false),
    change: flag(false),
    attached: choice(['off', 'sum', 'sp'], 'sum'),
  }),
  fees: group({
    confirmed: flag(false),
    reconfirm: flag(false),
    markets: field<Settings['fees']['markets']>(isRecordOf(isMarketId, isMarketFees), () => ({})),
  }),
  deals: group({
    on: flag(false),
    reference: choice(referenceMarkets, 'buff163'),
    percentBelow: number(10, { above: 0, below: 100 }),
    minCents: number(100, { min: 0 }),
    minLiquidity: number(0, { min: 0, max: 100 }),
  }),
  watchRelay: flag(false),
  hidden: flag(false),
  reading: choice(['auto', 'names'], 'auto'),
  theme: choice(['auto', 'light', 'dark'], 'auto'),
});
