import { isMarketId, markets } from '#core/markets.ts';
import type { NumberLimits, SettingSection, SettingUnit } from '#core/setting-controls.ts';
import { numberLanguage, text } from '#ui/text.ts';

/** The words of each setting, by its name; a test finds settings without words. */
const words = {
  'relay.url': { label: 'settingsRelayUrl' },
  'relay.token': { label: 'settingsRelayToken' },
  sites: { label: 'settingsSites' },
  markets: { label: 'settingsMarkets', hint: 'settingsMarketsHint' },
  'freshness.staleMinutes': { label: 'settingsStaleMinutes', hint: 'settingsStaleMinutesHint' },
  'currency.show': { label: 'settingsCurrencyShow' },
  'currency.code': { label: 'settingsCurrencyCode' },
  rates: { label: 'settingsRates', hint: 'settingsRatesHint' },
  coinUsd: { label: 'settingsCoinUsd', hint: 'settingsCoinUsdHint' },
  'overlay.density': { label: 'settingsDensity' },
  'overlay.difference': { label: 'settingsDifference' },
  'fees.confirmed': { label: 'settingsFeesConfirmed' },
  'fees.percent': { label: 'settingsFees', hint: 'settingsFeesHint' },
  'deals.on': { label: 'settingsDealsOn' },
  'deals.reference': { label: 'settingsDealsReference' },
  'deals.percentBelow': { label: 'settingsDealsPercentBelow' },
  'deals.minCents': { label: 'settingsDealsMinCents' },
  'deals.minLiquidity': { label: 'settingsDealsMinLiquidity', hint: 'settingsDealsMinLiquidityHint' },
  hidden: { label: 'settingsHidden' },
  theme: { label: 'settingsTheme' },
} as const;

const isNamed = (name: string): name is keyof typeof words => Object.hasOwn(words, name);

/** What a setting is called; its name in the code where it has no words. */
export const settingLabel = (name: string): string => (isNamed(name) ? text(words[name].label) : name);

/** What there is to know about a setting; empty where its label says all. */
export function settingHint(name: string): string {
  const entry = isNamed(name) ? words[name] : undefined;
  return entry && 'hint' in entry ? text(entry.hint) : '';
}

const options = {
  'currency.show usd': 'settingsCurrencyUsd',
  'currency.show page': 'settingsCurrencyPage',
  'currency.show fixed': 'settingsCurrencyFixed',
  'overlay.density normal': 'settingsDensityNormal',
  'overlay.density compact': 'settingsDensityCompact',
  'overlay.density hover': 'settingsDensityHover',
  'overlay.difference percent': 'settingsDifferencePercent',
  'overlay.difference money': 'settingsDifferenceMoney',
  'overlay.difference both': 'settingsDifferenceBoth',
  'theme auto': 'settingsThemeAuto',
  'theme light': 'settingsThemeLight',
  'theme dark': 'settingsThemeDark',
} as const;

const isOption = (key: string): key is keyof typeof options => Object.hasOwn(options, key);

/** What one choice of a setting is called; markets by their names. */
export function optionLabel(name: string, option: string): string {
  const key = `${name} ${option}`;
  if (isOption(key)) return text(options[key]);
  return isMarketId(option) ? markets[option].name : option;
}

const sections = {
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

/** A section's heading in the user's language. */
export const sectionTitle = (section: SettingSection): string => text(sections[section]);

const units = {
  minutes: 'settingsUnitMinutes',
  percent: 'settingsUnitPercent',
  usd: 'settingsUnitUsd',
  usdPerCoin: 'settingsUnitUsdPerCoin',
  points: 'settingsUnitPoints',
} as const satisfies Record<SettingUnit, string>;

/** What stands behind a number's field. */
export const unitLabel = (unit: SettingUnit): string => text(units[unit]);

/** Says between which numbers a setting may be. */
export function limitsText({ above, min, max, below }: NumberLimits, scale = 1): string {
  const low = min === undefined ? above : min;
  const high = max === undefined ? below : max;
  const say = (value: number) => new Intl.NumberFormat(numberLanguage()).format(value / scale);
  const from =
    low === undefined ? [] : [min === undefined ? text('settingsAbove', say(low)) : text('settingsFrom', say(low))];
  const to =
    high === undefined ? [] : [max === undefined ? text('settingsBelow', say(high)) : text('settingsUpTo', say(high))];
  return text('settingsOutside', [...from, ...to].join(', '));
}
