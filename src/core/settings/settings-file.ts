import * as z from 'zod/mini';
import { isObject } from '#core/asks/guards.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { parsePortfolio, portfolioSchema, toStoredPortfolio } from '#core/owned/portfolio.ts';
import { parseWatchList } from '#core/owned/watch-list.ts';
import { maxViews, parseSavedViews, savedView, toStoredViews } from '#core/rows/saved-views.ts';
import { readSetting, type Settings, settingFields, withSetting } from '#core/settings/settings.ts';
import { storedVersions } from '#core/settings/stored-versions.ts';

export const settingsFormat = 'skinlens-settings';
/** Largest file, bytes. */
export const maxSettingsBytes = 4_194_304;

/** What a backup has of what a user entered besides settings. The watch list has its alerts. */
export const enteredSchema = z.object({
  portfolio: z.optional(portfolioSchema),
  watchList: z.optional(z.pipe(z.unknown(), z.transform(parseWatchList))),
  views: z.optional(z.readonly(z.array(savedView).check(z.maxLength(maxViews)))),
});
export type GivenEntered = z.infer<typeof enteredSchema>;
export type Entered = { readonly [P in keyof GivenEntered]-?: Exclude<GivenEntered[P], undefined> };

/** In a file: the version of each part, and its list. */
const enteredParts = {
  portfolio: { version: storedVersions.portfolio, list: 'items' },
  watchList: { version: storedVersions.watchList, list: 'items' },
  views: { version: storedVersions.views, list: 'views' },
} as const satisfies Readonly<Record<keyof Entered, object>>;

/** Settings as JSON, with the relay's token only if `withToken`, and with what else the user entered if it is given. */
export function writeSettingsFile(settings: Settings, withToken: boolean, entered?: Entered): string {
  const { token, ...relay } = settings.relay;
  const file = {
    format: settingsFormat,
    version: storedVersions.settingsFile,
    settings: { ...settings, relay: withToken ? { ...relay, token } : relay },
    portfolio: entered && toStoredPortfolio(entered.portfolio),
    // What was checked last is known to this browser only.
    watchList: entered && { ...entered.watchList, seenAsOf: undefined },
    views: entered && toStoredViews(entered.views),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export type SettingsFileProblem =
  | { readonly reason: 'unreadable' | 'too-large' | 'not-json' | 'foreign' }
  | { readonly reason: 'newer'; readonly version: number }
  /** Names of settings with invalid values, and of other parts. */
  | { readonly reason: 'bad-values'; readonly names: readonly string[] };

export interface ParsedSettingsFile {
  readonly settings: Settings;
  readonly changed: readonly string[];
  readonly unknown: readonly string[];
  /** What else the file has. */
  readonly entered: GivenEntered;
}

const envelope = z.object({
  format: z.literal(settingsFormat),
  version: z.int().check(z.gte(1)),
  settings: z.unknown(),
  portfolio: z.optional(z.unknown()),
  watchList: z.optional(z.unknown()),
  views: z.optional(z.unknown()),
});

/** Limit of an unknown field's name, characters; longer names are truncated. */
const maxNameLength = 60;

/**
 * Parses a settings file whole or not at all. Missing settings keep their current values. The current token stays only
 * with the current address: a file with another address and no token removes it.
 */
export function parseSettingsFile(
  text: string,
  current: Settings,
): ParsedSettingsFile | { readonly refused: SettingsFileProblem } {
  if (text.length > maxSettingsBytes) return { refused: { reason: 'too-large' } };
  const body = parseJson(text.replace(/^\uFEFF/, ''));
  if (body === undefined) return { refused: { reason: 'not-json' } };
  const parsed = envelope.safeParse(body);
  if (!parsed.success || !isObject(parsed.data.settings)) return { refused: { reason: 'foreign' } };
  const { version, portfolio, watchList, views } = parsed.data;
  const given = parsed.data.settings;
  if (version > storedVersions.settingsFile) return { refused: { reason: 'newer', version } };
  const names = [...badNames(given), ...badParts(parsed.data)];
  if (names.length > 0) return { refused: { reason: 'bad-values', names } };
  const settings = withoutForeignToken(merge(current, given), current, given);
  return {
    settings,
    changed: changedNames(current, settings),
    unknown: unknownNames(body, given),
    entered: {
      ...(portfolio !== undefined && { portfolio: parsePortfolio(portfolio) }),
      ...(watchList !== undefined && { watchList: parseWatchList(watchList) }),
      ...(views !== undefined && { views: parseSavedViews(views) }),
    },
  };
}

/** A part of another shape or a newer version would replace the user's own by nothing. */
const badParts = (body: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(enteredParts).flatMap(([name, { version, list }]) => {
    const part = body[name];
    const isKnown = isObject(part) && Array.isArray(part[list]) && Number(part['version']) <= version;
    return part === undefined || isKnown ? [] : [name];
  });

/** Names of groups: "overlay" of "overlay.density". */
const groups = [
  ...new Set(settingFields.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0] ?? ''] : []))),
];

function badNames(given: unknown): string[] {
  const badGroups = groups.filter((name) => {
    const value = readSetting(given, name);
    return value !== undefined && !isObject(value);
  });
  const badFields = settingFields.filter((field) => {
    const value = readSetting(given, field.name);
    return value !== undefined && field.read(value) === undefined;
  });
  return [...badGroups, ...badFields.map(({ name }) => name)];
}

const merge = (current: Settings, given: unknown): Settings =>
  settingFields.reduce((settings, { name }) => {
    const value = readSetting(given, name);
    return value === undefined ? settings : withSetting(settings, name, value);
  }, current);

/** The file may name somebody else's relay, which must not get this user's token. */
function withoutForeignToken(merged: Settings, current: Settings, given: unknown): Settings {
  const keepsToken = merged.relay.url === current.relay.url || readSetting(given, 'relay.token') !== undefined;
  return keepsToken ? merged : withSetting(merged, 'relay.token', '');
}

const changedNames = (before: Settings, after: Settings): string[] =>
  settingFields
    .filter(({ name }) => JSON.stringify(readSetting(before, name)) !== JSON.stringify(readSetting(after, name)))
    .map(({ name }) => name);

/** Settings of older versions. */
const retired = ['learned'];

function unknownNames(body: unknown, given: Record<string, unknown>): string[] {
  const known = new Set([...groups, ...settingFields.map(({ name }) => name), ...retired]);
  const own = Object.keys(given).filter((name) => !known.has(name));
  const inner = groups.flatMap((group) => {
    const value = readSetting(given, group);
    const names = isObject(value) ? Object.keys(value).map((key) => `${group}.${key}`) : [];
    return names.filter((name) => !known.has(name));
  });
  const outer = Object.keys(isObject(body) ? body : {}).filter((key) => !Object.hasOwn(envelope.shape, key));
  return [...outer, ...own, ...inner].map((name) => name.slice(0, maxNameLength));
}
