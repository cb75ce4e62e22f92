import * as z from 'zod/mini';
import { readSetting, settingFields, validateSetting, withSetting } from '#core/setting-fields.ts';
import type { Settings } from '#core/settings.ts';

/** The name of the format, by which a file of ours is known. */
export const settingsFormat = 'skinlens-settings';
/** The newest version of the format that this program reads. */
const settingsFormatVersion = 1;
/** A file of more bytes than this is not read. */
export const maxSettingsBytes = 1_048_576;

/** Settings as a file; the relay's token only where that is wished. */
export function writeSettingsFile(settings: Settings, withToken: boolean): string {
  const { token, ...relay } = settings.relay;
  const told = { ...settings, relay: withToken ? { ...relay, token } : relay };
  return `${JSON.stringify({ format: settingsFormat, version: settingsFormatVersion, settings: told }, null, 2)}\n`;
}

/** Why a file is not read. */
export type SettingsFileProblem =
  | { readonly reason: 'unreadable' | 'too-large' | 'not-json' | 'foreign' }
  | { readonly reason: 'newer'; readonly version: number }
  /** Settings that cannot have the values in the file, by name. */
  | { readonly reason: 'bad-values'; readonly names: readonly string[] };

export interface SettingsReading {
  /** What is in force once the file is taken over. */
  readonly settings: Settings;
  /** Settings that would change, by name. */
  readonly changed: readonly string[];
  /** Fields that this program does not know and leaves out. */
  readonly unknown: readonly string[];
}

const envelope = z.object({
  format: z.literal(settingsFormat),
  version: z.int().check(z.gte(1)),
  settings: z.unknown(),
});

/** A field takes at most so much room in a report. */
const longestName = 60;

/**
 * Reads a file of settings whole or not at all; settings that it leaves out stay as they are. A token is kept only
 * for the address that it is stored with: a file with another address and no token leaves none.
 */
export function readSettingsFile(
  text: string,
  current: Settings,
): SettingsReading | { readonly refused: SettingsFileProblem } {
  if (text.length > maxSettingsBytes) return { refused: { reason: 'too-large' } };
  const body = parseJson(text);
  if (body === undefined) return { refused: { reason: 'not-json' } };
  const parsed = envelope.safeParse(body);
  if (!parsed.success || !isRecord(parsed.data.settings)) return { refused: { reason: 'foreign' } };
  const { version, settings: told } = parsed.data;
  if (version > settingsFormatVersion) return { refused: { reason: 'newer', version } };
  const names = badNames(told);
  if (names.length > 0) return { refused: { reason: 'bad-values', names } };
  const settings = withoutStrangeToken(merge(current, told), current, told);
  return { settings, changed: changedNames(current, settings), unknown: unknownNames(body, told) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Groups of settings, by name: "overlay" of "overlay.density". */
const groups = [
  ...new Set(settingFields.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0] ?? ''] : []))),
];

function badNames(told: unknown): string[] {
  const badGroups = groups.filter((name) => {
    const value = readSetting(told, name);
    return value !== undefined && !isRecord(value);
  });
  const badFields = settingFields.filter((field) => {
    const value = readSetting(told, field.name);
    return value !== undefined && !validateSetting(field, value);
  });
  return [...badGroups, ...badFields.map(({ name }) => name)];
}

const merge = (current: Settings, told: unknown): Settings =>
  settingFields.reduce((settings, { name }) => {
    const value = readSetting(told, name);
    return value === undefined ? settings : withSetting(settings, name, value);
  }, current);

/** Whoever wrote the file may have written another's address: it must not be sent this user's token. */
function withoutStrangeToken(merged: Settings, current: Settings, told: unknown): Settings {
  const stays = merged.relay.url === current.relay.url || readSetting(told, 'relay.token') !== undefined;
  return stays ? merged : withSetting(merged, 'relay.token', '');
}

const changedNames = (before: Settings, after: Settings): string[] =>
  settingFields
    .filter(({ name }) => JSON.stringify(readSetting(before, name)) !== JSON.stringify(readSetting(after, name)))
    .map(({ name }) => name);

function unknownNames(body: unknown, told: Record<string, unknown>): string[] {
  const known = new Set([...groups, ...settingFields.map(({ name }) => name)]);
  const own = Object.keys(told).filter((name) => !known.has(name));
  const inner = groups.flatMap((group) => {
    const value = readSetting(told, group);
    const names = isRecord(value) ? Object.keys(value).map((key) => `${group}.${key}`) : [];
    return names.filter((name) => !known.has(name));
  });
  const outer = Object.keys(isRecord(body) ? body : {}).filter((key) => !Object.hasOwn(envelope.shape, key));
  return [...outer, ...own, ...inner].map((name) => name.slice(0, longestName));
}
