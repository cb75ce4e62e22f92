import type * as z from 'zod/mini';
import { isObject } from '#core/guards.ts';
import { type SettingDescription, settingEntryOf } from '#core/setting-controls.ts';
import { parseSettings, type Settings, settingShape } from '#core/settings.ts';

export interface SettingField extends SettingDescription {
  /** Dotted: "overlay.density". */
  readonly name: string;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** The settings of a shape. `undescribed` is the name of one that was not made by `setting` or `group`. */
export function describeShape(shape: Shape, prefix = ''): (SettingField | { readonly undescribed: string })[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const name = prefix + key;
    const entry = settingEntryOf(schema);
    if (!entry) return [{ undescribed: name }];
    return 'group' in entry ? describeShape(entry.group, `${name}.`) : [{ ...entry, name }];
  });
}

/** Every setting, in the order of the schema. */
export const settingFields: readonly SettingField[] = describeShape(settingShape()).flatMap((field) =>
  'name' in field ? [field] : [],
);

export const fieldOf = (name: string): SettingField | undefined => settingFields.find((field) => field.name === name);

const member = (of: unknown, key: string): unknown => (isObject(of) && Object.hasOwn(of, key) ? of[key] : undefined);

/** The value of a setting by its name; `undefined` where the name leads nowhere. */
export const readSetting = (settings: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>(member, settings);

/** The value as stored, for example trimmed; `undefined` when it is invalid. */
export function validateSetting({ strict }: SettingField, value: unknown): { readonly value: unknown } | undefined {
  const parsed = strict.safeParse(value);
  return parsed.success ? { value: parsed.data } : undefined;
}

/** Changes one setting. An invalid value changes nothing. */
export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const field = fieldOf(name);
  const valid = field && validateSetting(field, value);
  return valid ? parseSettings(put(settings, name.split('.'), valid.value)) : settings;
}

function put(of: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  return { ...(isObject(of) ? of : {}), [key]: put(member(of, key), rest, value) };
}

export const isSettingShown = ({ when }: Pick<SettingField, 'when'>, settings: Settings): boolean =>
  when === undefined || readSetting(settings, when.setting) === when.is;

/** "1,500" and "1.500": one and a half, or one thousand five hundred. */
const maybeThousands = /^[-+]?[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * A typed number, with a decimal point or comma; `undefined` for any other text, and for one that may mean thousands. A
 * point before three digits is a decimal one unless the number is an amount of money (scale 100), which has no third.
 */
export function parseTypedNumber(typed: string, scale = 1): number | undefined {
  const plain = typed.trim().replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const [, sign] = maybeThousands.exec(typed.trim()) ?? [];
  if (sign === ',' || (sign === '.' && scale !== 1)) return undefined;
  return scale === 1 ? Number(plain) : Math.round(Number(plain) * scale);
}

/** A stored number as text of an input. */
export const formatTypedNumber = (value: unknown, scale = 1): string =>
  typeof value === 'number' ? String(Number((value / scale).toPrecision(12))) : '';
