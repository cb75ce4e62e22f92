import { type Guard, isBoolean, isString, nullable, oneOf } from '#core/asks/guards.ts';
import { type Fees, isMarketFees } from '#core/money/fees.ts';
import { balanceMarket, type MarketId, marketIds, referenceMarkets } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/offer.ts';
import { isHostname } from '#core/settings/hostnames.ts';
import { defaultRelayUrl, isToken, parseRelayAddress } from '#core/settings/relay-address.ts';
import {
  choiceSetting,
  entries,
  internalSetting,
  type NumberLimits,
  numberSetting,
  type Setting,
  setting,
  switchSetting,
  trimmed,
  valid,
  within,
} from '#core/settings/setting-controls.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';
import { isSiteId } from '#core/site.ts';

const rateLimits: NumberLimits = { above: 0, below: 1e9 };
const isRate = within(rateLimits);
const isCode = (code: string): boolean => /^[A-Z]{3}$/.test(code);
const isMarket = oneOf(...marketIds);

const isUsable = (url: string): boolean => 'base' in parseRelayAddress(url);

/** Markets, each once. One that this version does not know leaves the others. */
const marketList = (isOne: Guard<MarketId>, least: number): Pick<Setting<readonly MarketId[]>, 'read' | 'repair'> => {
  const read = (value: unknown) => {
    const chosen = Array.isArray(value) && value.length >= least ? Array.from(value) : undefined;
    return chosen?.every(isOne) ? [...new Set(chosen)] : undefined;
  };
  return { read, repair: (value) => (Array.isArray(value) ? read(value.filter(isOne)) : undefined) };
};

const isSelling = (value: unknown): value is MarketId => isMarket(value) && value !== balanceMarket;

const feeEntries: Pick<Setting<Fees>, 'read' | 'repair'> = entries(isSiteId, isMarketFees, 200);

const relay = { section: 'relay', audience: 'own' } as const;
const sites = { section: 'sites', audience: 'own' } as const;
const currency = { section: 'currency', audience: 'page' } as const;
const coins = { section: 'coins', audience: 'page' } as const;
const appearance = { section: 'appearance', audience: 'page' } as const;
const fees = { section: 'fees', audience: 'page' } as const;
const deals = { section: 'deals', audience: 'page' } as const;

/** The only definition of all settings: types, parsing, the popup's controls, files and what pages receive derive from it. */
export const settingTable = {
  version: internalSetting(storedVersions.settings, oneOf(storedVersions.settings), relay),
  /** As typed. `parseRelayAddress` parses it on use, so that a typo never becomes another host. */
  'relay.url': setting(defaultRelayUrl, 'relay', { read: trimmed(1, 2048, isUsable), repair: trimmed(1, 2048) }, relay),
  'relay.token': setting('', 'relay', { read: trimmed(0, 512, isToken), repair: trimmed(0, 512) }, relay),
  /** Site id → on or off. A missing site is on, unless it is a gambling site (`core/settings/site-switch.ts`). */
  sites: setting(
    {},
    'sites',
    entries(() => true, isBoolean),
    sites,
  ),
  /** Host name → on or off: sites without an adapter that the user added. */
  customSites: setting({}, 'custom-sites', entries(isHostname, isBoolean, 200), sites),
  /** The compared markets in order, each once. The overlay shows those that are references. */
  markets: setting(referenceMarkets, 'markets', marketList(isMarket, 1), {
    section: 'markets',
    audience: 'page',
    hint: true,
    daily: true,
  }),
  /** Age from which prices turn grey and get no comparison, minutes. */
  'freshness.staleMinutes': numberSetting(
    priceLimits.user.staleMinutes,
    { above: 0, max: 10_080, unit: 'minutes' },
    { section: 'freshness', audience: 'page', hint: true },
  ),
  /** The currency of prices: US dollars, the page's own, or `currency.code`. */
  'currency.show': choiceSetting('usd', ['usd', 'page', 'fixed'], { ...currency, daily: true }),
  'currency.code': setting(
    'EUR',
    'currency',
    { read: (value) => (isString(value) && isCode(value) ? value : undefined) },
    { ...currency, daily: true, when: { setting: 'currency.show', is: 'fixed' } },
  ),
  /** The user's own rates: units of a currency (ISO 4217 code) for one US dollar. They take precedence over the relay's. */
  rates: setting({}, { kind: 'rates', limits: rateLimits }, entries(isCode, isRate), { ...currency, hint: true }),
  /** US dollars for one coin of the market of the price API that counts in coins, on every page. */
  coinUsd: setting(null, { kind: 'coin', limits: rateLimits }, { read: valid(nullable(isRate)) }, coins),
  /** Site id → US dollars for one coin of that site, for each other site with coins of its own. */
  siteCoinUsd: setting({}, { kind: 'coins', limits: rateLimits }, entries(isSiteId, isRate), { ...coins, hint: true }),
  /** `hover`: visible only while the pointer or the focus is on the card. */
  'overlay.density': choiceSetting('normal', ['normal', 'compact', 'hover'], { ...appearance, daily: true }),
  'overlay.difference': choiceSetting('percent', ['percent', 'money', 'both'], { ...appearance, daily: true }),
  /** Differences compare what the listing costs with what selling elsewhere leaves, after the confirmed fees. */
  'overlay.net': switchSetting(false, { ...appearance, hint: true, daily: true }),
  /** Shows on Steam's market pages what Steam balance becomes elsewhere. */
  'overlay.cash': switchSetting(false, { ...appearance, hint: true }),
  /** In place of the liquidity, what a listing asks in per cent of Steam's price. */
  'overlay.ofSteam': switchSetting(false, { ...appearance, hint: true }),
  'overlay.change': switchSetting(false, { ...appearance, hint: true }),
  /** Adds up the loose prices of stickers and charms; `sp` also says what a listing asks for them. */
  'overlay.attached': choiceSetting('sum', ['off', 'sum', 'sp'], { ...appearance, hint: true }),
  /** Marks a listing that another one beats, and remembers for it what the user's pages have listed in the last minutes. */
  'overlay.beaten': switchSetting(true, { ...appearance, hint: true }),
  /** Fees are used only after the user confirmed the table. */
  'fees.confirmed': switchSetting(false, fees),
  /** What each market takes, as typed by the user or taken from the presets. A missing market or stage is unknown. */
  'fees.markets': setting({}, 'fees', feeEntries, { ...fees, hint: true }),
  /** The markets at which the user sells, of the compared ones; none: all of them. Steam's balance is no cash. */
  'exit.markets': setting([], 'selling', marketList(isSelling, 0), { ...fees, hint: true }),
  /** Least number of listings of a price at which the user would sell. */
  'exit.minCount': numberSetting(priceLimits.user.minCount, { min: 0, max: 1000 }, fees),
  /** What 1.00 of Steam balance must become for the ratio to be green. */
  'exit.minRatio': numberSetting(0.8, { above: 0, max: 2 }, fees),
  'deals.on': switchSetting(false, { ...deals, daily: true }),
  'deals.reference': setting('buff163', 'reference', { read: valid(oneOf(...referenceMarkets)) }, deals),
  'deals.percentBelow': numberSetting(10, { above: 0, below: 100, unit: 'percent' }, deals),
  /** With confirmed fees: what a deal leaves at least when it is sold again, USD cents, and per cent of its cost. */
  'deals.profitCents': numberSetting(100, { min: 0, unit: 'usd' }, { ...deals, hint: true }),
  'deals.profitPercent': numberSetting(5, { min: 0, max: 1000, unit: 'percent' }, deals),
  /** Least price of a listing, USD cents. */
  'deals.minCents': numberSetting(100, { min: 0, unit: 'usd' }, deals),
  /** 0 to 100. An item of unknown liquidity passes only 0. */
  'deals.minLiquidity': numberSetting(0, { min: 0, max: 100, unit: 'points' }, { ...deals, hint: true }),
  /** The relay has a copy of the watch list's alerts, so that it can tell of them. Switched in the watch list. */
  watchRelay: internalSetting(false, isBoolean, relay),
  /** The shortcut has hidden all overlays. */
  hidden: switchSetting(false, { section: 'shortcuts', audience: 'page' }),
  /** `names`: items are found by their names alone, without the adapters, as on a site without one. */
  reading: choiceSetting('auto', ['auto', 'names'], { section: 'sites', audience: 'page' }),
  theme: choiceSetting('auto', ['auto', 'light', 'dark'], { ...appearance, daily: true }),
} as const;
