import { coinMarket, marketNames } from '#core/prices/markets.ts';
import type { Choice, NumberLimits, SettingSection, SettingUnit } from '#core/settings/setting-controls.ts';
import { settingFields } from '#core/settings/settings.ts';
import { keyOf, numberLanguage, type TextKey, text } from '#ui/words/text.ts';

/** Of what has words that stand elsewhere, too. */
const otherLabels: Partial<Record<string, TextKey>> = {
  sites: 'settingsSectionSites',
  customSites: 'sitesOwn',
  watchRelay: 'watchRelay',
};

const fieldNamed = (name: string) => settingFields.find((field) => field.name === name);

/** Words of a setting: the key of its label is "settingsRelayUrl" for "relay.url". tests/languages.test.ts knows them all. */
const wordsOf = (name: string, end = ''): string => text(`settings${keyOf(name.replace('.', '-'))}${end}` as TextKey);

export function settingLabel(name: string): string {
  if (name === 'coinUsd') return coinLabel(coinMarketName());
  const other = otherLabels[name];
  return (fieldNamed(name) && (other ? text(other) : wordsOf(name))) || name;
}

export const settingHint = (name: string): string => (fieldNamed(name)?.hint ? wordsOf(name, 'Hint') : '');

export const optionsOf = (name: string, { options }: Choice) =>
  options.map((option) => [option, wordsOf(name, keyOf(option))] as const);

export const coinLabel = (site: string): string => text('settingsCoinOf', site);

export const coinMarketName = (): string => marketNames[coinMarket];

export const sectionTitle = (section: SettingSection): string => text(`settingsSection${keyOf(section)}`);

export const unitLabel = (unit: SettingUnit): string => text(`settingsUnit${keyOf(unit)}`);

export function limitsText({ above, min, max, below }: NumberLimits, scale = 1): string {
  const format = (value: number) => new Intl.NumberFormat(numberLanguage()).format(value / scale);
  const bounds = [
    ['settingsAbove', above],
    ['settingsFrom', min],
    ['settingsBelow', below],
    ['settingsUpTo', max],
  ] as const;
  const told = bounds.flatMap(([key, value]) => (value === undefined ? [] : [text(key, format(value))]));
  return text('settingsOutside', told.join(', '));
}
