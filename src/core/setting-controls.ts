import * as z from 'zod/mini';

/** The sections of the settings, in the order in which they are shown. */
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

/** Between which numbers a setting may be; what is absent is open. */
export interface NumberLimits {
  /** More than this. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  /** Less than this. */
  readonly below?: number;
}

/** What a number counts. */
export type SettingUnit = 'minutes' | 'percent' | 'usd' | 'usdPerCoin' | 'points';

export interface NumberControl {
  readonly kind: 'number';
  /** Of the stored number. */
  readonly limits: NumberLimits;
  readonly unit: SettingUnit;
  /** The stored number is so many times the shown one: 100 for cents that are shown as dollars. */
  readonly scale?: number;
  /** An empty field is stored as `null`. */
  readonly nullable?: boolean;
}

/** How a setting is shown and changed. */
export type Control =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | NumberControl
  /** One ISO 4217 code. */
  | { readonly kind: 'currency' }
  /** An ordered choice of markets. */
  | { readonly kind: 'markets' }
  /** A number by market, each of which may be absent. */
  | { readonly kind: 'fees'; readonly limits: NumberLimits }
  /** A number by ISO 4217 code. */
  | { readonly kind: 'rates'; readonly limits: NumberLimits }
  /** One switch a marketplace. */
  | { readonly kind: 'sites' }
  /** A part of the relay's form, which saves address and token together. */
  | { readonly kind: 'relay' }
  /** Nobody chooses it. */
  | { readonly kind: 'internal' };

/** Where and how one setting is shown. */
export interface SettingPlacement {
  readonly section: SettingSection;
  readonly control: Control;
  /** Shown only while another setting has a value. */
  readonly when?: { readonly setting: string; readonly is: string };
}

/** What is known of a setting besides its stored form. */
export interface Description extends SettingPlacement {
  /** Judges one value without repairing it. */
  readonly strict: z.ZodMiniType;
}

/** The description of a setting, or the settings inside a group. */
type Entry = Description | { readonly group: Readonly<Record<string, z.ZodMiniType>> };

const entries = new WeakMap<object, Entry>();

/** What was said of a schema when it was made; `undefined` for a schema that nobody described. */
export const entryOf = (schema: object): Entry | undefined => entries.get(schema);

/**
 * A setting that repairs itself: a missing or bad one takes its default.
 * @param strict what a value has to be; `lenient` is what storage may hold, where parts of it are repaired alone.
 */
export function setting<T extends z.ZodMiniType>(
  strict: z.ZodMiniType,
  fallback: () => z.output<T>,
  place: SettingPlacement,
  lenient: T,
) {
  const repaired = z.catch(lenient, fallback);
  entries.set(repaired, { ...place, strict });
  return repaired;
}

/** A setting without parts. */
export const simpleSetting = <T extends z.ZodMiniType>(schema: T, fallback: z.output<T>, place: SettingPlacement) =>
  setting(schema, () => fallback, place, schema);

/** Settings that belong together; what is no object at all takes the defaults of all of them. */
export function group<S extends Readonly<Record<string, z.ZodMiniType>>>(shape: S) {
  const object = z.object(shape);
  const repaired = z.catch(object, () => object.parse({}));
  entries.set(repaired, { group: shape });
  return repaired;
}

/** A number within limits. */
export const numberIn = (limits: NumberLimits) => z.number().check(...limitChecks(limits));

const limitChecks = ({ above, min, max, below }: NumberLimits) => [
  ...(above === undefined ? [] : [z.gt(above)]),
  ...(min === undefined ? [] : [z.gte(min)]),
  ...(max === undefined ? [] : [z.lte(max)]),
  ...(below === undefined ? [] : [z.lt(below)]),
];

/** A number setting: control and schema take their limits from the same place. */
export const numberSetting = (
  fallback: number,
  { section, ...control }: Omit<NumberControl, 'kind' | 'nullable'> & Pick<SettingPlacement, 'section'>,
) => simpleSetting(numberIn(control.limits), fallback, { section, control: { kind: 'number', ...control } });

/** A choice between words. */
export const choiceSetting = <const O extends readonly [string, ...string[]]>(
  options: O,
  fallback: O[number],
  section: SettingSection,
) => simpleSetting(z.enum(options), fallback, { section, control: { kind: 'choice', options } });

/** On or off. */
export const switchSetting = (fallback: boolean, section: SettingSection) =>
  simpleSetting(z.boolean(), fallback, { section, control: { kind: 'switch' } });
