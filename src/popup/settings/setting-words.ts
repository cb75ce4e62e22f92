import { coinMarket, marketNames } from '#core/prices/markets.ts';
import type { Choice, NumberLimits, SettingSection, SettingUnit } from '#core/settings/setting-controls.ts';
import { settingFields } from '#core/settings/settings.ts';
import { keyOf, numberLanguage, text } from '#ui/words/text.ts';

export function settingLabel(name: string): string {
  if (name === 'coinUsd') return coinLabel(coinMarketName());
  const key = fieldNamed(name)?.label;
  return key ? text(key) : name;
}

export function settingHint(name: string): string {
  const key = fieldNamed(name)?.hint;
  return key ? text(key) : '';
}

const fieldNamed = (name: string) => settingFields.find((field) => field.name === name);

export const optionsOf = (options: Choice['options']) =>
  Object.entries(options).map(([option, key]) => [option, text(key)] as const);

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
