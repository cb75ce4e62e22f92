import { coinMarket } from '#core/coin-rates.ts';
import { isMarketId, markets } from '#core/markets.ts';
import type { NumberLimits, SettingSection, SettingUnit } from '#core/setting-controls.ts';
import { numberLanguage, text } from '#ui/text.ts';

/** The message keys of each setting. A test finds settings without keys. */
const settingKeys = {
  'relay.url': { label: 'settingsRelayUrl' },
  'relay.token': { label: 'settingsRelayToken' },
  sites: { label: 'settingsSites' },
  customSites: { label: 'sitesOwn' },
  markets: { label: 'settingsMarkets', hint: 'settingsMarketsHint' },
  'freshness.staleMinutes': { label: 'settingsStaleMinutes', hint: 'settingsStaleMinutesHint' },
  'currency.show': { label: 'settingsCurrencyShow' },
  'currency.code': { label: 'settingsCurrencyCode' },
  rates: { label: 'settingsRates', hint: 'settingsRatesHint' },
  siteCoinUsd: { label: 'settingsCoinUsd', hint: 'settingsCoinUsdHint' },
  'overlay.density': { label: 'settingsDensity' },
  'overlay.difference': { label: 'settingsDifference' },
  'overlay.net': { label: 'settingsNet', hint: 'settingsNetHint' },
  'overlay.cash': { label: 'settingsCash', hint: 'settingsCashHint' },
  'overlay.change': { label: 'settingsChange', hint: 'settingsChangeHint' },
  'overlay.attached': { label: 'settingsAttached', hint: 'settingsAttachedHint' },
  'fees.confirmed': { label: 'settingsFeesConfirmed' },
  'fees.markets': { label: 'settingsFees', hint: 'settingsFeesHint' },
  'deals.on': { label: 'settingsDealsOn' },
  'deals.reference': { label: 'settingsDealsReference' },
  'deals.percentBelow': { label: 'settingsDealsPercentBelow' },
  'deals.minCents': { label: 'settingsDealsMinCents' },
  'deals.minLiquidity': { label: 'settingsDealsMinLiquidity', hint: 'settingsDealsMinLiquidityHint' },
  watchRelay: { label: 'watchRelay' },
  hidden: { label: 'settingsHidden' },
  reading: { label: 'settingsReading' },
  theme: { label: 'settingsTheme' },
} as const;

const isNamed = (name: string): name is keyof typeof settingKeys => Object.hasOwn(settingKeys, name);

/** A setting's label; its name in the code where it has none. */
export function settingLabel(name: string): string {
  if (name === 'coinUsd') return coinLabel(coinMarketName());
  return isNamed(name) ? text(settingKeys[name].label) : name;
}

/** The label of one site's coin. */
export const coinLabel = (site: string): string => text('settingsCoinOf', site);

/** The name of the market with prices in coins. */
export const coinMarketName = (): string => (coinMarket === undefined ? '' : markets[coinMarket].name);

/** The explanation of a setting; empty where its label is enough. */
export function settingHint(name: string): string {
  const entry = isNamed(name) ? settingKeys[name] : undefined;
  return entry && 'hint' in entry ? text(entry.hint) : '';
}

const optionKeys = {
  'currency.show usd': 'settingsCurrencyUsd',
  'currency.show page': 'settingsCurrencyPage',
  'currency.show fixed': 'settingsCurrencyFixed',
  'overlay.density normal': 'settingsDensityNormal',
  'overlay.density compact': 'settingsDensityCompact',
  'overlay.density hover': 'settingsDensityHover',
  'overlay.attached off': 'settingsAttachedOff',
  'overlay.attached sum': 'settingsAttachedSum',
  'overlay.attached sp': 'settingsAttachedSp',
  'overlay.difference percent': 'settingsDifferencePercent',
  'overlay.difference money': 'settingsDifferenceMoney',
  'overlay.difference both': 'settingsDifferenceBoth',
  'reading auto': 'settingsReadingAuto',
  'reading names': 'settingsReadingNames',
  'theme auto': 'settingsThemeAuto',
  'theme light': 'settingsThemeLight',
  'theme dark': 'settingsThemeDark',
} as const;

const isOption = (key: string): key is keyof typeof optionKeys => Object.hasOwn(optionKeys, key);

/** The label of one option of a setting; a market's name for a market. */
export function optionLabel(name: string, option: string): string {
  const key = `${name} ${option}`;
  if (isOption(key)) return text(optionKeys[key]);
  return isMarketId(option) ? markets[option].name : option;
}

const sectionKeys = {
  relay: 'settingsSectionRelay',
  sites: 'settingsSectionSites',
  markets: 'settingsSectionMarkets',
  currency: 'settingsSectionCurrency',
  coins: 'settingsSectionCoins',
  appearance: 'settingsSectionAppearance',
  fees: 'settingsSectionFees',
  deals: 'settingsSectionDeals',
  freshness: 'settingsSectionFreshness',
  shortcuts: 'settingsSectionShortcuts',
} as const satisfies Record<SettingSection, string>;

export const sectionTitle = (section: SettingSection): string => text(sectionKeys[section]);

const unitKeys = {
  minutes: 'settingsUnitMinutes',
  percent: 'settingsUnitPercent',
  usd: 'settingsUnitUsd',
  points: 'settingsUnitPoints',
} as const satisfies Record<SettingUnit, string>;

/** The unit behind a number field. */
export const unitLabel = (unit: SettingUnit): string => text(unitKeys[unit]);

/** The numbers that a setting allows, as a sentence. */
export function limitsText({ above, min, max, below }: NumberLimits, scale = 1): string {
  const low = min === undefined ? above : min;
  const high = max === undefined ? below : max;
  const format = (value: number) => new Intl.NumberFormat(numberLanguage()).format(value / scale);
  const from =
    low === undefined
      ? []
      : [min === undefined ? text('settingsAbove', format(low)) : text('settingsFrom', format(low))];
  const to =
    high === undefined
      ? []
      : [max === undefined ? text('settingsBelow', format(high)) : text('settingsUpTo', format(high))];
  return text('settingsOutside', [...from, ...to].join(', '));
}
