import type * as z from 'zod/mini';
import { isObject } from '#core/guards.ts';
import { type Description, entryOf } from '#core/setting-controls.ts';
import { parseSettings, type Settings, settingShape } from '#core/settings.ts';

/** One setting: its name ("overlay.density"), and how it is shown and judged. */
export interface SettingField extends Description {
  readonly name: string;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** Every setting of a shape; those that nobody described by name alone. */
export function describeShape(shape: Shape, prefix = ''): (SettingField | { readonly undescribed: string })[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const name = prefix + key;
    const entry = entryOf(schema);
    if (!entry) return [{ undescribed: name }];
    return 'group' in entry ? describeShape(entry.group, `${name}.`) : [{ ...entry, name }];
  });
}

/** Every setting, in the order of the schema. */
export const settingFields: readonly SettingField[] = describeShape(settingShape()).flatMap((field) =>
  'name' in field ? [field] : [],
);

/** The field of a name ("overlay.density"). */
export const fieldOf = (name: string): SettingField | undefined => settingFields.find((field) => field.name === name);

const member = (of: unknown, key: string): unknown => (isObject(of) && Object.hasOwn(of, key) ? of[key] : undefined);

/** What stands under a name ("overlay.density") in settings, or in what claims to be settings. */
export const readSetting = (settings: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>(member, settings);

/** What a value is stored as, trimmed and the like; `undefined` when the setting cannot have it. */
export function validateSetting({ strict }: SettingField, value: unknown): { readonly value: unknown } | undefined {
  const parsed = strict.safeParse(value);
  return parsed.success ? { value: parsed.data } : undefined;
}

/** The settings with another value under a name, all others as they were; a value that cannot be changes nothing. */
export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const field = fieldOf(name);
  const judged = field && validateSetting(field, value);
  return judged ? parseSettings(put(settings, name.split('.'), judged.value)) : settings;
}

function put(of: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  return { ...(isObject(of) ? of : {}), [key]: put(member(of, key), rest, value) };
}

/** Whether a setting is shown while the others are as they are. */
export const isShown = ({ when }: Pick<SettingField, 'when'>, settings: Settings): boolean =>
  when === undefined || readSetting(settings, when.setting) === when.is;

/** The number that a field shows, as typed: a comma for a point, spaces around it; `undefined` for anything else. */
export function readNumber(typed: string, scale = 1): number | undefined {
  const plain = typed.trim().replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  return scale === 1 ? Number(plain) : Math.round(Number(plain) * scale);
}

/** A stored number as a field shows it. */
export const writeNumber = (value: unknown, scale = 1): string =>
  typeof value === 'number' ? String(Number((value / scale).toPrecision(12))) : '';
