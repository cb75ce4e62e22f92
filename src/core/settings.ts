import * as z from 'zod/mini';
import { lazy } from '#core/lazy.ts';
import { isMarketId, type MarketId, referenceMarkets } from '#core/markets.ts';
import { defaultRelayUrl, isToken, relayAddress } from '#core/relay-address.ts';
import {
  choiceSetting,
  group,
  type NumberLimits,
  numberIn,
  numberSetting,
  setting,
  simpleSetting,
  switchSetting,
} from '#core/setting-controls.ts';

/*
 * All settings, and their only definition. Each field repairs itself: a missing or bad one takes its default
 * and leaves the others alone, so `parse` never throws on what was stored. Beside each stands how the popup shows it.
 * They are functions because a worker that wakes reads prices first, and settings while it waits for the disk.
 */
const relay = () => {
  const form = { section: 'relay', control: { kind: 'relay' } } as const;
  const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(2048));
  const token = z.string().check(z.trim(), z.maxLength(512));
  return group({
    /** As the user typed it; `relayAddress` judges it when it is used, so a typo never becomes another host. */
    url: setting(url.check(z.refine(isUsable)), () => defaultRelayUrl, form, url),
    token: setting(token.check(z.refine(isToken)), () => '', form, token),
  });
};

/** Which markets are compared, in order; the overlay shows those of the three references that are among them. */
const markets = () => {
  const id = z.custom<MarketId>((value) => typeof value === 'string' && isMarketId(value));
  const list = z.array(id).check(z.minLength(1), z.maxLength(13));
  return setting(list, () => [...referenceMarkets], { section: 'markets', control: { kind: 'markets' } }, list);
};

const freshness = () =>
  group({
    /** Older than this a price turns grey and carries no verdict, in minutes. */
    staleMinutes: numberSetting(90, { section: 'freshness', limits: { above: 0, max: 10_080 }, unit: 'minutes' }),
  });

const currencyCode = lazy(() => z.string().check(z.regex(/^[A-Z]{3}$/)));

const currency = () =>
  group({
    /** In which currency prices are shown: US dollars, the page's own, or `code`. */
    show: choiceSetting(['usd', 'page', 'fixed'], 'usd', 'currency'),
    code: simpleSetting(currencyCode(), 'EUR', {
      section: 'currency',
      control: { kind: 'currency' },
      when: { setting: 'currency.show', is: 'fixed' },
    }),
  });

const rateLimits: NumberLimits = { above: 0, below: 1e9 };
const rate = lazy(() => numberIn(rateLimits));

/** The user's own rates by ISO 4217 code: how much of it one US dollar buys. They go before the relay's. */
const rates = () =>
  setting(
    z.record(currencyCode(), rate()),
    () => ({}),
    { section: 'currency', control: { kind: 'rates', limits: rateLimits } },
    // Entries that are no rates fall out alone.
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((entries): Record<string, number> => {
        const good = Object.entries(entries).flatMap(([code, one]) => {
          const parsed = rate().safeParse(one);
          return parsed.success && currencyCode().safeParse(code).success ? [[code, parsed.data] as const] : [];
        });
        return Object.fromEntries(good);
      }),
    ),
  );

/** US dollars a coin of a site that counts in coins; nobody knows it but the user. */
const coinUsd = () =>
  simpleSetting(z.nullable(rate()), null, {
    section: 'coins',
    control: { kind: 'number', limits: rateLimits, unit: 'usdPerCoin', nullable: true },
  });

const feeLimits: NumberLimits = { min: 0, below: 100 };

const fees = () => {
  const fee = numberIn(feeLimits);
  const stored = z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((entries): Partial<Record<MarketId, number>> => {
      const good = Object.entries(entries).flatMap(([id, one]) => {
        const parsed = fee.safeParse(one);
        return parsed.success && isMarketId(id) ? [[id, parsed.data] as const] : [];
      });
      return Object.fromEntries(good);
    }),
  );
  return group({
    /** Nothing is reckoned with fees before the user confirmed the table. */
    confirmed: switchSetting(false, 'fees'),
    /** What a seller pays, per cent, as typed by the user; a market that is not named has no fee that we know. */
    percent: setting(
      z.record(z.string().check(z.refine(isMarketId)), fee),
      () => ({}),
      { section: 'fees', control: { kind: 'fees', limits: feeLimits } },
      stored,
    ),
  });
};

const overlay = () =>
  group({
    /** `hover`: drawn, but seen only while the pointer or the focus is on the card. */
    density: choiceSetting(['normal', 'compact', 'hover'], 'normal', 'appearance'),
    /** How a difference is told. */
    difference: choiceSetting(['percent', 'money', 'both'], 'percent', 'appearance'),
  });

const deals = () =>
  group({
    on: switchSetting(false, 'deals'),
    /** Which market's price counts. */
    reference: choiceSetting(referenceMarkets, 'buff163', 'deals'),
    /** At least so many per cent below it. */
    percentBelow: numberSetting(10, { section: 'deals', limits: { above: 0, below: 100 }, unit: 'percent' }),
    /** The listing costs at least so much, USD cents. */
    minCents: numberSetting(100, { section: 'deals', limits: { min: 0 }, unit: 'usd', scale: 100 }),
    /** 0 to 100; an item whose liquidity is not known passes only 0. */
    minLiquidity: numberSetting(0, { section: 'deals', limits: { min: 0, max: 100 }, unit: 'points' }),
  });

const shape = lazy(() => ({
  version: simpleSetting(z.literal(1), 1, { section: 'relay', control: { kind: 'internal' } }),
  relay: relay(),
  /** Site id → on or off; a site that is not named is on. */
  sites: setting(
    z.record(z.string(), z.boolean()),
    () => ({}),
    { section: 'sites', control: { kind: 'sites' } },
    z.record(z.string(), z.catch(z.boolean(), true)),
  ),
  markets: markets(),
  freshness: freshness(),
  currency: currency(),
  rates: rates(),
  coinUsd: coinUsd(),
  overlay: overlay(),
  fees: fees(),
  deals: deals(),
  /** All overlays are hidden, by the shortcut. */
  hidden: switchSetting(false, 'shortcuts'),
  theme: choiceSetting(['auto', 'light', 'dark'], 'auto', 'appearance'),
}));

const schema = lazy(() => group(shape()));

/** The settings by name, groups within groups; each was made by `setting` or `group`. */
export const settingShape = (): Readonly<Record<string, z.ZodMiniType>> => shape();

export type Settings = z.infer<ReturnType<typeof schema>>;

/** Reads what storage holds, whatever it is. Never throws. */
export const parseSettings = (stored: unknown): Settings => schema().parse(stored);

function isUsable(url: string): boolean {
  return 'base' in relayAddress(url);
}
