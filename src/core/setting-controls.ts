import * as z from 'zod/mini';

/** The sections of the settings page in order. */
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
  /** Bounds of the stored number. */
  readonly limits: NumberLimits;
  readonly unit: SettingUnit;
  /** Stored number divided by shown number: 100 for cents that are shown as dollars. */
  readonly scale?: number;
}

/** The control of a setting. */
export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | NumberControl
  /** One ISO 4217 code. */
  | { readonly kind: 'currency' }
  /** An ordered choice of markets. */
  | { readonly kind: 'markets' }
  /** Optional fees per market. */
  | { readonly kind: 'fees' }
  /** A number per ISO 4217 code. */
  | { readonly kind: 'rates'; readonly limits: NumberLimits }
  /** A field of the table of `coins`. */
  | { readonly kind: 'coin' }
  /** An optional number per site with coins of its own. */
  | { readonly kind: 'coins'; readonly limits: NumberLimits }
  /** One switch per marketplace. */
  | { readonly kind: 'sites' }
  /** The sites that the user added. */
  | { readonly kind: 'custom-sites' }
  /** A field of the relay's form, which saves address and token together. */
  | { readonly kind: 'relay' }
  /** Not shown. */
  | { readonly kind: 'internal' };

export interface SettingPlacement {
  readonly section: SettingSection;
  readonly control: SettingControl;
  /** Shown only while another setting has this value. */
  readonly when?: { readonly setting: string; readonly is: string };
}

export interface SettingDescription extends SettingPlacement {
  /** Parses a value without repairs. */
  readonly strict: z.ZodMiniType;
}

/** A setting's description, or the members of a group. */
type Entry = SettingDescription | { readonly group: Readonly<Record<string, z.ZodMiniType>> };

const entries = new WeakMap<object, Entry>();

/** The description of a schema; `undefined` when it was not made by `setting` or `group`. */
export const settingEntryOf = (schema: object): Entry | undefined => entries.get(schema);

/**
 * A setting that repairs itself: a missing or invalid value is replaced by its default.
 * @param strict the schema of a value; `lenient` is the schema of a stored value and may repair parts of it.
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

/** A setting that is valid or invalid as a whole. */
export const simpleSetting = <T extends z.ZodMiniType>(schema: T, fallback: z.output<T>, place: SettingPlacement) =>
  setting(schema, () => fallback, place, schema);

/** Related settings. A value that is no object is replaced by the defaults of all members. */
export function group<S extends Readonly<Record<string, z.ZodMiniType>>>(shape: S) {
  const object = z.object(shape);
  const repaired = z.catch(object, () => object.parse({}));
  entries.set(repaired, { group: shape });
  return repaired;
}

export const numberIn = (limits: NumberLimits) => z.number().check(...limitChecks(limits));

const limitChecks = ({ above, min, max, below }: NumberLimits) => [
  ...(above === undefined ? [] : [z.gt(above)]),
  ...(min === undefined ? [] : [z.gte(min)]),
  ...(max === undefined ? [] : [z.lte(max)]),
  ...(below === undefined ? [] : [z.lt(below)]),
];

/** Schema and control share their limits. */
export const numberSetting = (
  fallback: number,
  { section, ...control }: Omit<NumberControl, 'kind'> & Pick<SettingPlacement, 'section'>,
) => simpleSetting(numberIn(control.limits), fallback, { section, control: { kind: 'number', ...control } });

export const choiceSetting = <const O extends readonly [string, ...string[]]>(
  options: O,
  fallback: O[number],
  section: SettingSection,
) => simpleSetting(z.enum(options), fallback, { section, control: { kind: 'choice', options } });

export const switchSetting = (fallback: boolean, section: SettingSection) =>
  simpleSetting(z.boolean(), fallback, { section, control: { kind: 'switch' } });
