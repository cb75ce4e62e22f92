import { marketIds } from '#core/markets.ts';
import type { NumberLimits, SettingControl } from '#core/setting-controls.ts';
import { settingFields } from '#core/settings.ts';

/** The valid values of settings by their controls, without the schema. */

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithin = (value: unknown, { above, min, max, below }: NumberLimits): boolean =>
  typeof value === 'number' &&
  Number.isFinite(value) &&
  !(above !== undefined && value <= above) &&
  !(min !== undefined && value < min) &&
  !(max !== undefined && value > max) &&
  !(below !== undefined && value >= below);

const isCode = (text: unknown): boolean =>
  typeof text === 'string' && text.length === 3 && [...text].every((letter) => letter >= 'A' && letter <= 'Z');
const isMarket = (id: unknown): boolean => marketIds.some((known) => known === id);

/** Every own property except `__proto__`. */
const entriesOf = (value: Fields): [string, unknown][] => Object.entries(value).filter(([key]) => key !== '__proto__');
const everyEntry = (value: unknown, fits: (key: string, one: unknown) => boolean): boolean =>
  isFields(value) && entriesOf(value).every(([key, one]) => fits(key, one));

function isAddress(text: string): boolean {
  if (text.length < 1 || text.length > 2048 || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/** RFC 1123, section 2.1, in lower case and with a dot. */
function isHost(text: string): boolean {
  const labels = text.split('.');
  const isLabel = (label: string) =>
    label.length > 0 &&
    label.length < 64 &&
    !label.startsWith('-') &&
    !label.endsWith('-') &&
    [...label].every((sign) => 'abcdefghijklmnopqrstuvwxyz0123456789-'.includes(sign));
  return text.length > 3 && text.length < 254 && labels.length > 1 && labels.every(isLabel);
}

const isFileName = (id: string): boolean =>
  id.length > 0 && id.length < 65 && [...id].every((sign) => 'abcdefghijklmnopqrstuvwxyz0123456789-'.includes(sign));

const isVisible = (text: string): boolean => [...text].every((sign) => sign >= '!' && sign <= '~');

const areAdded = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 4 && value.every((part) => isWithin(part, { min: 0, max: 100 }));

function areFees(value: unknown): boolean {
  if (!isFields(value) || Object.keys(value).sort().join() !== 'buying,cashingOut,selling') return false;
  const stages = Object.values(value);
  const isFee = (fee: unknown) =>
    isFields(fee) &&
    Object.keys(fee).every((key) => ['percent', 'cents', 'least', 'added'].includes(key)) &&
    isWithin(fee['percent'], { min: 0, below: 100 }) &&
    isWithin(fee['cents'], { min: 0, max: 10_000 }) &&
    (fee['least'] === undefined || isWithin(fee['least'], { min: 0, max: 10_000 })) &&
    (fee['added'] === undefined || areAdded(fee['added']));
  const percent = (fee: unknown) => (isFields(fee) ? Number(fee['percent']) : 0);
  return stages.every(isFee) && stages.reduce((sum: number, fee) => sum + percent(fee), 0) < 100;
}

function fits(name: string, control: SettingControl, value: unknown): boolean {
  if (name === 'relay.url') return typeof value === 'string' && isAddress(value.trim());
  if (name === 'relay.token') return typeof value === 'string' && value.trim().length <= 512 && isVisible(value.trim());
  if (name === 'version') return value === 4;
  if (control.kind === 'switch' || name === 'watchRelay' || name === 'fees.reconfirm')
    return value === true || value === false;
  if (control.kind === 'choice') return Object.keys(control.options).some((option) => option === value);
  if (control.kind === 'number') return isWithin(value, control.limits);
  if (control.kind === 'coin') return value === null || isWithin(value, { above: 0, below: 1e9 });
  if (control.kind === 'coins') return everyEntry(value, (id, usd) => isFileName(id) && isWithin(usd, control.limits));
  if (control.kind === 'reference') return ['buff163', 'youpin', 'csfloat'].some((id) => id === value);
  if (control.kind === 'currency') return isCode(value);
  if (control.kind === 'markets')
    return Array.isArray(value) && value.length > 0 && value.length <= 13 && value.every(isMarket);
  if (control.kind === 'selling') return Array.isArray(value) && value.every((id) => isMarket(id) && id !== 'steam');
  if (control.kind === 'fees') return everyEntry(value, (id, fees) => isMarket(id) && areFees(fees));
  if (control.kind === 'rates')
    return everyEntry(value, (code, rate) => isCode(code) && isWithin(rate, control.limits));
  if (control.kind === 'custom-sites')
    return (
      everyEntry(value, (host, on) => isHost(host) && typeof on === 'boolean') && entriesOf(Object(value)).length <= 200
    );
  if (control.kind === 'sites' || name === 'learned') return everyEntry(value, (_, on) => on === true || on === false);
  throw new Error(`no rule for ${name}`);
}

const member = (of: unknown, key: string): unknown => (isFields(of) && Object.hasOwn(of, key) ? of[key] : undefined);
export const pick = (settings: unknown, name: string): unknown => name.split('.').reduce(member, settings);

const groups = [
  ...new Set(settingFields.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0] ?? ''] : []))),
];

/** Names of settings with invalid values in a file. */
export function badSlowly(given: Fields): string[] {
  const badGroups = groups.filter((group) => Object.hasOwn(given, group) && !isFields(given[group]));
  const bad = settingFields.filter(({ name, control }) => {
    const value = migrated(name, given);
    return value !== undefined && !fits(name, control, value);
  });
  return [...badGroups, ...bad.map(({ name }) => name)];
}

function kept(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.filter((one, at) => value.indexOf(one) === at);
  return isFields(value) ? Object.fromEntries(entriesOf(value)) : value;
}

/**
 * The value of a setting in a file of any version. In version 1 a site was on unless it was switched off; today a
 * gambling site is off unless it was switched on. Before version 3 a market had one fee, and its buying and cash-out
 * fees are not known: such fees are confirmed again. Before version 4 Steam's two fees stood as one.
 */
function migrated(name: string, given: Fields): unknown {
  const value = pick(given, name);
  const { version } = given;
  if (version !== 1 && version !== 2 && version !== 3) return value;
  if (name === 'version') return 4;
  if (version === 3) return name === 'fees.markets' ? withBothFees(value) : value;
  if (name === 'sites' && version === 1)
    return isFields(value) && !Object.hasOwn(value, 'csgoroll') ? { ...value, csgoroll: true } : value;
  return name.startsWith('fees.') && isFields(given['fees']) ? migratedFee(name, value, given['fees']) : value;
}

function withBothFees(value: unknown): unknown {
  const [steam, selling] = [pick(value, 'steam'), pick(value, 'steam.selling')];
  const isPreset = isFields(selling) && Object.entries(selling).sort().join() === 'cents,0,least,2,percent,13.04347';
  if (!isPreset || !isFields(value) || !isFields(steam)) return value;
  return { ...value, steam: { ...steam, selling: { percent: 13.04347, cents: 0, least: 2, added: [5, 10] } } };
}

function migratedFee(name: string, value: unknown, fees: Fields): unknown {
  const { percent, confirmed } = fees;
  const isAsked = confirmed === true || (confirmed === undefined && percent !== undefined);
  if (name === 'fees.confirmed') return isAsked ? false : value;
  if (name === 'fees.reconfirm') return isAsked && value === undefined ? true : value;
  if (percent === undefined) return name === 'fees.markets' ? withBothFees(value) : value;
  if (!isFields(percent)) return percent;
  const none = { percent: 0, cents: 0 };
  const stages = (selling: unknown) => ({ buying: none, selling: { ...none, percent: selling }, cashingOut: none });
  return Object.fromEntries(Object.entries(percent).map(([market, selling]) => [market, stages(selling)]));
}

/** The settings after the import of a valid file. The current token stays only with the current address. */
export function afterSlowly(given: Fields, current: unknown): ReadonlyMap<string, unknown> {
  const after = new Map(
    settingFields.map(({ name }) => {
      const value = migrated(name, given);
      return [name, value === undefined ? pick(current, name) : kept(value)];
    }),
  );
  const isOther = after.get('relay.url') !== pick(current, 'relay.url');
  if (isOther && pick(given, 'relay.token') === undefined) after.set('relay.token', '');
  return after;
}
