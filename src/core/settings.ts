import * as z from 'zod/mini';
import { isMarketFees, type MarketFees } from '#core/fees.ts';
import { isHostname } from '#core/hostnames.ts';
import { lazy } from '#core/lazy.ts';
import { isMarketId, type MarketId, referenceMarkets } from '#core/markets.ts';
import { defaultRelayUrl, isToken, parseRelayAddress } from '#core/relay-address.ts';
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
import { maxCustomSites, migrateSettings, settingsVersion } from '#core/settings-migration.ts';
import { isSiteId } from '#core/site.ts';

/*
 * The only definition of all settings. Each field repairs itself: a missing or invalid value is replaced by its default
 * and the others stay, so parsing a stored value never throws. Each field also says how the popup shows it. They are
 * functions so that no schema is made on import.
 */
const relay = () => {
  const form = { section: 'relay', control: { kind: 'relay' } } as const;
  const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(2048));
  const token = z.string().check(z.trim(), z.maxLength(512));
  return group({
    /** As typed. `parseRelayAddress` parses it on use, so that a typo never becomes another host. */
    url: setting(url.check(z.refine(isUsable)), () => defaultRelayUrl, form, url),
    token: setting(token.check(z.refine(isToken)), () => '', form, token),
  });
};

/** The compared markets in order. The overlay shows those that are references. */
const markets = () => {
  const id = z.custom<MarketId>((value) => typeof value === 'string' && isMarketId(value));
  const list = z.array(id).check(z.minLength(1), z.maxLength(13));
  return setting(list, () => [...referenceMarkets], { section: 'markets', control: { kind: 'markets' } }, list);
};

const freshness = () =>
  group({
    /** Age from which prices turn grey and get no comparison, minutes. */
    staleMinutes: numberSetting(90, { section: 'freshness', limits: { above: 0, max: 10_080 }, unit: 'minutes' }),
  });

const currencyCode = lazy(() => z.string().check(z.regex(/^[A-Z]{3}$/)));

const currency = () =>
  group({
    /** The currency of prices: US dollars, the page's own, or `code`. */
    show: choiceSetting(['usd', 'page', 'fixed'], 'usd', 'currency'),
    code: simpleSetting(currencyCode(), 'EUR', {
      section: 'currency',
      control: { kind: 'currency' },
      when: { setting: 'currency.show', is: 'fixed' },
    }),
  });

const rateLimits: NumberLimits = { above: 0, below: 1e9 };
const rate = lazy(() => numberIn(rateLimits));

/** The user's own rates: units of a currency (ISO 4217 code) for one US dollar. They take precedence over the relay's. */
const rates = () =>
  setting(
    z.record(currencyCode(), rate()),
    () => ({}),
    { section: 'currency', control: { kind: 'rates', limits: rateLimits } },
    // Drops invalid entries and keeps the others.
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((entries): Record<string, number> => {
        const valid = Object.entries(entries).flatMap(([code, value]) => {
          const parsed = rate().safeParse(value);
          return parsed.success && currencyCode().safeParse(code).success ? [[code, parsed.data] as const] : [];
        });
        return Object.fromEntries(valid);
      }),
    ),
  );

/** US dollars for one coin of the market of the price API that counts in coins, on every page. */
const coinUsd = () => simpleSetting(z.nullable(rate()), null, { section: 'coins', control: { kind: 'coin' } });

/** Site id → US dollars for one coin of that site, for each other site with coins of its own. */
const siteCoinUsd = () =>
  setting(
    z.record(z.string().check(z.refine(isSiteId)), rate()),
    () => ({}),
    { section: 'coins', control: { kind: 'coins', limits: rateLimits } },
    // Drops invalid entries and keeps the others.
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((entries): Record<string, number> => {
        const valid = Object.entries(entries).flatMap(([site, value]) => {
          const parsed = rate().safeParse(value);
          return parsed.success && isSiteId(site) ? [[site, parsed.data] as const] : [];
        });
        return Object.fromEntries(valid);
      }),
    ),
  );

const fees = () => {
  // Drops invalid entries and keeps the others.
  const stored = z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((entries): Partial<Record<MarketId, MarketFees>> => {
      const valid = Object.entries(entries).flatMap(([id, value]) =>
        isMarketId(id) && isMarketFees(value) ? [[id, value] as const] : [],
      );
      return Object.fromEntries(valid);
    }),
  );
  return group({
    /** Fees are used only after the user confirmed the table. */
    confirmed: switchSetting(false, 'fees'),
    /** The popup asks to confirm the fees again: they come from a version that knew the selling fee alone. */
    reconfirm: simpleSetting(z.boolean(), false, { section: 'fees', control: { kind: 'internal' } }),
    /** What each market takes, as typed by the user or taken from the presets. A missing market has unknown fees. */
    markets: setting(
      z.record(z.string().check(z.refine(isMarketId)), z.custom<MarketFees>(isMarketFees)),
      () => ({}),
      { section: 'fees', control: { kind: 'fees' } },
      stored,
    ),
  });
};

const overlay = () =>
  group({
    /** `hover`: visible only while the pointer or the focus is on the card. */
    density: choiceSetting(['normal', 'compact', 'hover'], 'normal', 'appearance'),
    /** The format of a difference. */
    difference: choiceSetting(['percent', 'money', 'both'], 'percent', 'appearance'),
    /** Differences compare what the listing costs with what selling elsewhere leaves, after the confirmed fees. */
    net: switchSetting(false, 'appearance'),
    /** Shows on Steam's market pages what Steam balance becomes elsewhere. */
    cash: switchSetting(false, 'appearance'),
    /** Shows how prices changed over 7 days. */
    change: switchSetting(false, 'appearance'),
    /** Adds up the loose prices of stickers and charms; `sp` also says what a listing asks for them. */
    attached: choiceSetting(['off', 'sum', 'sp'], 'sum', 'appearance'),
  });

const deals = () =>
  group({
    on: switchSetting(false, 'deals'),
    /** The market to compare with. */
    reference: choiceSetting(referenceMarkets, 'buff163', 'deals'),
    /** Least per cent below the reference. */
    percentBelow: numberSetting(10, { section: 'deals', limits: { above: 0, below: 100 }, unit: 'percent' }),
    /** Least price of a listing, USD cents. */
    minCents: numberSetting(100, { section: 'deals', limits: { min: 0 }, unit: 'usd', scale: 100 }),
    /** 0 to 100. An item of unknown liquidity passes only 0. */
    minLiquidity: numberSetting(0, { section: 'deals', limits: { min: 0, max: 100 }, unit: 'points' }),
  });

const hostname = lazy(() => z.string().check(z.refine(isHostname)));
const isBounded = (sites: Readonly<Record<string, unknown>>) => Object.keys(sites).length <= maxCustomSites;

/** Host name → on or off: sites without an adapter that the user added. */
const customSites = () =>
  setting(
    z.record(hostname(), z.boolean()).check(z.refine(isBounded)),
    () => ({}),
    { section: 'sites', control: { kind: 'custom-sites' } },
    // Drops invalid entries and those beyond the limit.
    z.pipe(
      z.record(z.string(), z.unknown()),
      z.transform((entries): Record<string, boolean> => {
        const valid = Object.entries(entries).flatMap(([host, on]) =>
          isHostname(host) && typeof on === 'boolean' ? [[host, on] as const] : [],
        );
        return Object.fromEntries(valid.slice(0, maxCustomSites));
      }),
    ),
  );

const shape = lazy(() => ({
  version: simpleSetting(z.literal(settingsVersion), settingsVersion, {
    section: 'relay',
    control: { kind: 'internal' },
  }),
  relay: relay(),
  /** Site id → on or off. A missing site is on, unless it is a gambling site (`core/site-switch.ts`). */
  sites: setting(
    z.record(z.string(), z.boolean()),
    () => ({}),
    { section: 'sites', control: { kind: 'sites' } },
    z.record(z.string(), z.catch(z.boolean(), true)),
  ),
  customSites: customSites(),
  markets: markets(),
  freshness: freshness(),
  currency: currency(),
  rates: rates(),
  coinUsd: coinUsd(),
  siteCoinUsd: siteCoinUsd(),
  overlay: overlay(),
  fees: fees(),
  deals: deals(),
  /** The relay has a copy of the watch list's alerts, so that it can tell of them. Switched in the watch list. */
  watchRelay: simpleSetting(z.boolean(), false, { section: 'relay', control: { kind: 'internal' } }),
  /** The shortcut has hidden all overlays. */
  hidden: switchSetting(false, 'shortcuts'),
  /** `names`: items are found by their names alone, without the adapters, as on a site without one. */
  reading: choiceSetting(['auto', 'names'], 'auto', 'sites'),
  theme: choiceSetting(['auto', 'light', 'dark'], 'auto', 'appearance'),
}));

const schema = lazy(() => group(shape()));

/** The schemas of all settings by name; each was made by `setting` or `group`. */
export const settingShape = (): Readonly<Record<string, z.ZodMiniType>> => shape();

export type Settings = z.infer<ReturnType<typeof schema>>;

/** Parses a stored value of any kind and version. Never throws. */
export const parseSettings = (stored: unknown): Settings => schema().parse(migrateSettings(stored));

function isUsable(url: string): boolean {
  return 'base' in parseRelayAddress(url);
}
