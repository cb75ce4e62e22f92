import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseSettings, type Settings, settingFields } from '#core/settings.ts';
import { type ParsedSettingsFile, parseSettingsFile, settingsFormat, writeSettingsFile } from '#core/settings-file.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, hostileValues, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { afterSlowly, badSlowly, isFields, pick } from '../reference/settings.ts';
import { holds, same } from '../same.ts';

const stored = readFileSync(new URL('../../core/settings/v4.json', import.meta.url), 'utf8');
const mine = parseSettings(JSON.parse(stored));
const defaults = parseSettings({});
const reasons = ['too-large', 'not-json', 'foreign', 'newer', 'bad-values'];

const file = (settings: unknown, version: unknown = 1) => jsonOf({ format: settingsFormat, version, settings });
const whole = writeSettingsFile(mine, true);
const bytes = new TextEncoder().encode(whole);
const text = new TextDecoder();

const token = fc.stringMatching(/^[!-~]{12,40}$/);
const hostile = fc.constantFrom(...hostileValues);
const fee = fc.record({
  percent: fc.constantFrom(0, 33, 33.4, 100, '5', Number.NaN),
  cents: fc.constantFrom(0, 10_001),
});
const fees = fc.oneof(fc.record({ buying: fee, selling: fee, cashingOut: fee }), fc.record({ selling: fee }), hostile);
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
    customSites: fc.dictionary(
      fc.constantFrom(
        'a.example',
        'A.example',
        'localhost',
        '-.example',
        '__proto__',
        'x.y',
        `${'a'.repeat(64)}.example`,
      ),
      fc.oneof(fc.boolean(), hostile),
    ),
    markets: fc.array(fc.constantFrom('buff163', 'csgoroll', 'steam', 'nowhere'), { maxLength: 4 }),
    overlay: fc.oneof(hostile, fc.record({ density: fc.constantFrom('compact', 'no') })),
    rates: fc.dictionary(fc.constantFrom('EUR', 'eur', '__proto__', 'KZT'), fc.double()),
    fees: fc.record(
      {
        confirmed: fc.oneof(fc.boolean(), hostile),
        reconfirm: fc.oneof(fc.boolean(), hostile),
        markets: fc.dictionary(fc.constantFrom('steam', 'x'), fees),
        percent: fc.oneof(fc.dictionary(fc.constantFrom('steam', 'x'), fc.constantFrom(0, 15, 100, '5')), hostile),
      },
      { requiredKeys: [] },
    ),
    deals: fc.oneof(hostile, fc.record({ on: fc.boolean(), percentBelow: fc.double(), minCents: fc.integer() })),
    coinUsd: fc.oneof(fc.double(), fc.constant(null)),
    learned: fc.oneof(fc.dictionary(fc.constantFrom('csfloat', 'host:a.example'), fc.boolean()), hostile),
    siteCoinUsd: fc.dictionary(
      fc.oneof(fc.constant('csgoempire'), fc.string()),
      fc.oneof(fc.double(), fc.constant(null)),
    ),
    theme: fc.constantFrom('dark', 'light', 'no'),
    version: fc.constantFrom(1, 2, 3, 4, 5),
  },
  { requiredKeys: [] },
);
/** Valid files: no invalid value hides the result for address and token. */
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
    version: fc.constantFrom(1, 2, 3, 4),
    fees: fc.record(
      { confirmed: fc.boolean(), percent: fc.dictionary(fc.constantFrom('steam', 'csfloat'), fc.constantFrom(0, 15)) },
      { requiredKeys: [] },
    ),
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

/** The file's values are taken over, all others stay, and every value is valid. */
function checkImported(
  { settings }: ParsedSettingsFile,
  given: Readonly<Record<string, unknown>>,
  current: Settings,
): void {
  for (const [name, value] of afterSlowly(given, current)) same(pick(settings, name), value, name);
  for (const field of settingFields) holds(field.read(pick(settings, field.name)) !== undefined, field.name);
  const written = JSON.stringify(settings);
  same(JSON.stringify(parseSettings(JSON.parse(written))), written);
  const isSafe = settings.relay.url === current.relay.url || settings.relay.token !== current.relay.token;
  holds(isSafe || current.relay.token === '' || pick(given, 'relay.token') !== undefined, 'the token leaks');
}

function check(json: string, current: Settings): void {
  const parsed = parseSettingsFile(json, current);
  const body = read(json);
  const given = isFields(body) ? body['settings'] : undefined;
  if ('refused' in parsed) {
    holds(reasons.includes(parsed.refused.reason), parsed);
    if (parsed.refused.reason === 'not-json') same(body, undefined);
    if (parsed.refused.reason === 'bad-values' && isFields(given)) same(parsed.refused.names, badSlowly(given), json);
    return;
  }
  holds(isFields(given) && isFields(body) && body['format'] === settingsFormat && body['version'] === 1, json);
  if (!isFields(given)) return;
  same(badSlowly(given), [], json);
  checkImported(parsed, given, current);
}

export const claims = (): readonly Claim[] => [
  claim(
    'a file with changed values is refused with their names, or imported as it is',
    fc.property(edits(3), fc.constantFrom(mine, defaults), (changes, current) =>
      check(jsonOf(mutateJson(whole, changes)), current),
    ),
    1000,
  ),
  claim(
    'any text is refused with a reason, or imported as it is',
    fc.property(texts, fc.constantFrom(mine, defaults), check),
    1000,
    2,
  ),
  claim(
    'an export is imported to the same settings, and has no token unless it is requested',
    fc.property(given, token, (settings, secret) => {
      const current = parseSettings({ ...settings, relay: { url: 'https://r.example', token: secret } });
      const exported = writeSettingsFile(current, false);
      same(JSON.parse(exported).settings.relay, { url: 'https://r.example' });
      holds(!exported.includes(JSON.stringify(secret).slice(1, -1)), exported);
      const reading = parseSettingsFile(writeSettingsFile(current, true), defaults);
      holds(!('refused' in reading), reading);
      if ('refused' in reading) return;
      same(writeSettingsFile(reading.settings, true), writeSettingsFile(current, true));
    }),
    500,
    0.2,
  ),
];
