import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { settingFields, validateSetting } from '#core/setting-fields.ts';
import { parseSettings, type Settings } from '#core/settings.ts';
import { type ParsedSettingsFile, parseSettingsFile, settingsFormat, writeSettingsFile } from '#core/settings-file.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, hostileValues, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { afterSlowly, badSlowly, isFields, pick } from '../reference/settings.ts';
import { holds, same } from '../same.ts';

const stored = readFileSync(new URL('../../core/settings/v1.json', import.meta.url), 'utf8');
const mine = parseSettings(JSON.parse(stored));
const defaults = parseSettings({});
const reasons = ['too-large', 'not-json', 'foreign', 'newer', 'bad-values'];

const file = (settings: unknown, version: unknown = 1) => jsonOf({ format: settingsFormat, version, settings });
const whole = writeSettingsFile(mine, true);
const bytes = new TextEncoder().encode(whole);
const text = new TextDecoder();

const token = fc.stringMatching(/^[!-~]{12,40}$/);
const hostile = fc.constantFrom(...hostileValues);
const given = fc.record(
  {
    relay: fc.record(
      {
        url: fc.constantFrom('http://a.example', 'x', ' http://b ', 'http://me:secret@c', mine.relay.url),
        token: fc.string(),
      },
      { requiredKeys: [] },
    ),
    sites: fc.dictionary(fc.string(), fc.oneof(fc.boolean(), hostile)),
    markets: fc.array(fc.constantFrom('buff163', 'csgoroll', 'steam', 'nowhere'), { maxLength: 4 }),
    overlay: fc.oneof(hostile, fc.record({ density: fc.constantFrom('compact', 'no') })),
    rates: fc.dictionary(fc.constantFrom('EUR', 'eur', '__proto__', 'KZT'), fc.double()),
    fees: fc.record({ confirmed: hostile, percent: fc.dictionary(fc.constantFrom('steam', 'x'), fc.double()) }),
    deals: fc.oneof(hostile, fc.record({ on: fc.boolean(), percentBelow: fc.double(), minCents: fc.integer() })),
    coinUsd: fc.oneof(fc.double(), fc.constant(null)),
    theme: fc.constantFrom('dark', 'light', 'no'),
  },
  { requiredKeys: [] },
);
/** Files of which every value may be: nothing else of them hides what becomes of address and token. */
const good = fc.record(
  {
    relay: fc.record(
      {
        url: fc.constantFrom('http://a.example', `${mine.relay.url}/`, ` ${mine.relay.url}`),
        token: fc.constantFrom('', 'b'),
      },
      { requiredKeys: [] },
    ),
    theme: fc.constantFrom('dark', 'light'),
  },
  { requiredKeys: [] },
);
const texts = fc.oneof(
  fc.string(),
  fc.json(),
  given.map((settings) => file(settings)),
  good.map((settings) => file(settings)),
  fc.tuple(given, hostile).map(([settings, version]) => file(settings, version)),
  edits(3).map((changes) => text.decode(mutateBytes(bytes, changes))),
);

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What a good file says is in force, what it does not say stays, and nothing is made up in between. */
function checkTaken(
  { settings }: ParsedSettingsFile,
  told: Readonly<Record<string, unknown>>,
  current: Settings,
): void {
  for (const [name, value] of afterSlowly(told, current)) same(pick(settings, name), value, name);
  for (const field of settingFields)
    holds(validateSetting(field, pick(settings, field.name)) !== undefined, field.name);
  const written = JSON.stringify(settings);
  same(JSON.stringify(parseSettings(JSON.parse(written))), written);
  const isSafe = settings.relay.url === current.relay.url || settings.relay.token !== current.relay.token;
  holds(isSafe || current.relay.token === '' || pick(told, 'relay.token') !== undefined, 'the token leaks');
}

function check(json: string, current: Settings): void {
  const reading = parseSettingsFile(json, current);
  const body = read(json);
  const told = isFields(body) ? body['settings'] : undefined;
  if ('refused' in reading) {
    holds(reasons.includes(reading.refused.reason), reading);
    if (reading.refused.reason === 'not-json') same(body, undefined);
    if (reading.refused.reason === 'bad-values' && isFields(told)) same(reading.refused.names, badSlowly(told), json);
    return;
  }
  holds(isFields(told) && isFields(body) && body['format'] === settingsFormat && body['version'] === 1, json);
  if (!isFields(told)) return;
  same(badSlowly(told), [], json);
  checkTaken(reading, told, current);
}

export const claims = (): readonly Claim[] => [
  claim(
    'a file with other values is refused by their names, or is in force as it stands',
    fc.property(edits(3), fc.constantFrom(mine, defaults), (changes, current) =>
      check(jsonOf(mutateJson(whole, changes)), current),
    ),
    1000,
  ),
  claim(
    'any text is refused with a reason, or is in force as it stands',
    fc.property(texts, fc.constantFrom(mine, defaults), check),
    1000,
    2,
  ),
  claim(
    'whatever is stored, its export is taken back, is the same again, and holds no token unasked',
    fc.property(given, token, (settings, secret) => {
      const current = parseSettings({ ...settings, relay: { url: 'https://r.example', token: secret } });
      const told = writeSettingsFile(current, false);
      same(JSON.parse(told).settings.relay, { url: 'https://r.example' });
      holds(!told.includes(JSON.stringify(secret).slice(1, -1)), told);
      const reading = parseSettingsFile(writeSettingsFile(current, true), defaults);
      holds(!('refused' in reading), reading);
      if ('refused' in reading) return;
      same(writeSettingsFile(reading.settings, true), writeSettingsFile(current, true));
    }),
    500,
    0.2,
  ),
];
