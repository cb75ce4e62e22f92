import { isObject } from '#core/asks/guards.ts';
import type { Setting } from '#core/settings/setting-controls.ts';
import { settingTable } from '#core/settings/setting-table.ts';

type Table = typeof settingTable;
export type SettingName = keyof Table;
type ValueOf<N> = N extends SettingName ? (Table[N] extends Setting<infer T> ? T : never) : never;

type SettingsNamed<N extends SettingName> = {
  readonly [Key in N as Key extends `${infer Group}.${string}` ? Group : Key]: Key extends `${infer Group}.${string}`
    ? { readonly [M in N as M extends `${Group}.${infer Member}` ? Member : never]: ValueOf<M> }
    : ValueOf<Key>;
};

export type Settings = SettingsNamed<SettingName>;

/** The settings that pages of marketplaces receive; never the relay, its token, or which sites the user chose. */
export type PageSettings = SettingsNamed<
  { [N in SettingName]: Table[N] extends { readonly audience: 'page' } ? N : never }[SettingName]
>;

export interface SettingField extends Setting<unknown> {
  readonly name: SettingName;
  /** Its name in parts: the group, if it has one, and the member. */
  readonly path: readonly string[];
}

const names = Object.keys(settingTable) as readonly SettingName[];

export const fieldOf = (name: SettingName): SettingField => ({ ...settingTable[name], name, path: name.split('.') });

export const settingFields: readonly SettingField[] = names.map(fieldOf);

/** Parses a stored value of any kind and version. A bad field falls back alone, so it never throws. */
export const parseSettings = (stored: unknown): Settings =>
  build(settingFields, ({ path, repair, fallback }) => {
    const kept = repair(valueAt(stored, path));
    return kept === undefined ? fallback : kept;
  }) as Settings;

export const pageSettings = (settings: Settings): PageSettings =>
  build(
    settingFields.filter(({ audience }) => audience === 'page'),
    ({ path }) => valueAt(settings, path),
  ) as PageSettings;

/** Fields by name, those of a group as its members. */
function build(fields: readonly SettingField[], read: (field: SettingField) => unknown): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const field of fields) {
    const [key = '', inner] = field.path;
    const value = read(field);
    if (inner === undefined) built[key] = value;
    else built[key] = Object.assign(built[key] ?? {}, { [inner]: value });
  }
  return built;
}

const member = (of: unknown, key: string): unknown => (isObject(of) && Object.hasOwn(of, key) ? of[key] : undefined);

const valueAt = (settings: unknown, path: readonly string[]): unknown => path.reduce<unknown>(member, settings);

/** The value of a setting by its name; `undefined` where the name leads nowhere. */
export const readSetting = (settings: unknown, name: string): unknown => valueAt(settings, name.split('.'));

/** Changes one setting. An invalid value changes nothing. */
export function withSetting(settings: Settings, name: SettingName, value: unknown): Settings {
  const read = fieldOf(name).read(value);
  return read === undefined ? settings : parseSettings(put(settings, name.split('.'), read));
}

function put(of: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  return { ...(isObject(of) ? of : {}), [key]: put(member(of, key), rest, value) };
}

export const isSettingShown = ({ when }: Pick<SettingField, 'when'>, settings: Settings): boolean =>
  when === undefined || readSetting(settings, when.setting) === when.is;
