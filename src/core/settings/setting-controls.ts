import { type Guard, isBoolean, isObject, isString, oneOf } from '#core/asks/guards.ts';

export const settingSections = [
  'relay',
  'sites',
  'markets',
  'currency',
  'coins',
  'appearance',
  'fees',
  'deals',
  'freshness',
  'shortcuts',
] as const;

export type SettingSection = (typeof settingSections)[number];

/** Bounds of a number; an absent one is open. */
export interface NumberLimits {
  /** Exclusive. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  /** Exclusive. */
  readonly below?: number;
}

export type SettingUnit = 'minutes' | 'percent' | 'usd' | 'points';

export interface NumberControl {
  readonly kind: 'number';
  readonly limits: NumberLimits;
  /** A number of `usd` is stored in cents. */
  readonly unit?: SettingUnit;
}

export interface Choice {
  readonly kind: 'choice';
  readonly options: readonly string[];
}

/**
 * `selling`: a choice of the compared markets at which the user sells.
 * `relay`: a field of the relay's form, which saves address and token together.
 */
type PlainKind =
  | 'switch'
  | 'currency'
  | 'reference'
  | 'markets'
  | 'selling'
  | 'fees'
  | 'sites'
  | 'custom-sites'
  | 'relay'
  | 'internal';

/** `coin`: a field of the table of `coins`, which has an optional number per site with coins of its own. */
type SettingControl =
  | { readonly kind: PlainKind }
  | { readonly kind: 'rates' | 'coin' | 'coins'; readonly limits: NumberLimits }
  | Choice
  | NumberControl;

/** A value in the form in which it is stored, for example trimmed; `undefined` when it is invalid. */
export type ReadValue<T> = (value: unknown) => T | undefined;

/** `page`: pages of marketplaces receive the setting. `own`: only the extension's own pages know it. */
export type Audience = 'page' | 'own';

export interface SettingPlace<A extends Audience = Audience> {
  readonly section: SettingSection;
  readonly audience: A;
  /** Besides its label it has a hint. The keys of both follow from its name (src/popup/settings/setting-words.ts). */
  readonly hint?: true;
  /** Changed often: the popup shows it as well. */
  readonly daily?: true;
  /** Shown only while another setting has this value. */
  readonly when?: { readonly setting: string; readonly is: string };
}

export interface Setting<T, A extends Audience = Audience> extends SettingPlace<A> {
  readonly control: SettingControl;
  readonly fallback: T;
  /** Accepts a value as a whole. */
  readonly read: ReadValue<T>;
  /** Keeps what is valid of a stored value. */
  readonly repair: ReadValue<T>;
}

export const setting = <T, A extends Audience>(
  fallback: NoInfer<T>,
  control: SettingControl | PlainKind,
  { read, repair = read }: Pick<Setting<T>, 'read'> & Partial<Pick<Setting<T>, 'repair'>>,
  place: SettingPlace<A>,
): Setting<T, A> => ({ ...place, control: isString(control) ? { kind: control } : control, fallback, read, repair });

export const valid =
  <T>(fits: Guard<T>): ReadValue<T> =>
  (value) =>
    fits(value) ? value : undefined;

export const within =
  ({ above, min, max, below }: NumberLimits): Guard<number> =>
  (value): value is number =>
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (above === undefined || value > above) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max) &&
    (below === undefined || value < below);

/** A text without spaces around it, of so many characters. */
export const trimmed =
  (least: number, most: number, fits: (text: string) => boolean = () => true): ReadValue<string> =>
  (value) => {
    const text = isString(value) ? value.trim() : undefined;
    return text !== undefined && text.length >= least && text.length <= most && fits(text) ? text : undefined;
  };

/** Entries by key, at most `most`: read whole, or repaired by leaving the invalid ones out. */
export function entries<T>(isKey: (key: string) => boolean, isValue: Guard<T>, most = Number.POSITIVE_INFINITY) {
  const split = (value: unknown) => {
    const all = isObject(value) ? Object.entries(value).filter(([key]) => key !== '__proto__') : [];
    return { all, good: all.flatMap(([key, one]) => (isKey(key) && isValue(one) ? [[key, one] as const] : [])) };
  };
  const read: ReadValue<Readonly<Record<string, T>>> = (value) => {
    const { all, good } = split(value);
    return isObject(value) && good.length === all.length && good.length <= most ? Object.fromEntries(good) : undefined;
  };
  const repair: ReadValue<Readonly<Record<string, T>>> = (value) =>
    Object.fromEntries(split(value).good.slice(0, most));
  return { read, repair };
}

export const switchSetting = <A extends Audience>(fallback: boolean, place: SettingPlace<A>): Setting<boolean, A> =>
  setting(fallback, 'switch', { read: valid(isBoolean) }, place);

export const choiceSetting = <const O extends string, A extends Audience>(
  fallback: NoInfer<O>,
  options: readonly O[],
  place: SettingPlace<A>,
): Setting<O, A> => setting(fallback, { kind: 'choice', options }, { read: valid(oneOf(...options)) }, place);

/** Guard and control share their limits. */
export const numberSetting = <A extends Audience>(
  fallback: number,
  { unit, ...limits }: NumberLimits & Pick<NumberControl, 'unit'>,
  place: SettingPlace<A>,
): Setting<number, A> =>
  setting(fallback, { kind: 'number', limits, ...(unit && { unit }) }, { read: valid(within(limits)) }, place);

export const internalSetting = <T, A extends Audience>(
  fallback: NoInfer<T>,
  fits: Guard<T>,
  place: SettingPlace<A>,
): Setting<T, A> => setting(fallback, 'internal', { read: valid(fits) }, place);
