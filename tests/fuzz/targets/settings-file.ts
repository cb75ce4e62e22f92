import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseSettings, type Settings, settingFields } from '#core/settings/settings.ts';
import { parseSettingsFile, settingsFormat, writeSettingsFile } from '#core/settings/settings-file.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, hostileValues, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { holds, same } from '../same.ts';

const stored = readFileSync(new URL('../../core/settings.json', import.meta.url), 'utf8');
const mine = parseSettings(JSON.parse(stored));
const defaults = parseSettings({});
const reasons = ['too-large', 'not-json', 'foreign', 'newer', 'bad-values'];

const whole = writeSettingsFile(mine, true);
const bytes = new TextEncoder().encode(whole);
const relay = fc.record(
  {
    url: fc.constantFrom('http://a.example', `${mine.relay.url}/`, ' http://b ', 'x'),
    token: fc.constantFrom('', 'b'),
  },
  { requiredKeys: [] },
);
const given = fc.record(
  {
    relay,
    sites: fc.dictionary(fc.string(), fc.oneof(fc.boolean(), fc.constantFrom(...hostileValues))),
    markets: fc.array(fc.constantFrom('buff163', 'csgoroll', 'steam', 'nowhere'), { maxLength: 4 }),
    theme: fc.constantFrom('dark', 'light', 'no'),
  },
  { requiredKeys: [] },
);
const texts = fc.oneof(
  fc.string(),
  given.map((settings) => jsonOf({ format: settingsFormat, version: 1, settings })),
  edits(3).map((changes) => new TextDecoder().decode(mutateBytes(bytes, changes))),
  edits(3).map((changes) => jsonOf(mutateJson(whole, changes))),
);

const settingAt = (settings: unknown, name: string): unknown =>
  name.split('.').reduce((inner: unknown, key) => Object(inner)[key], settings);

/** A file is refused with a reason, or every value is valid and the token stays with its relay. */
function check(json: string, current: Settings): void {
  const parsed = parseSettingsFile(json, current);
  if ('refused' in parsed) {
    holds(reasons.includes(parsed.refused.reason), parsed);
    return;
  }
  const { settings } = parsed;
  for (const { name, read } of settingFields) holds(read(settingAt(settings, name)) !== undefined, name);
  const written = JSON.stringify(settings);
  same(JSON.stringify(parseSettings(JSON.parse(written))), written);
  const isHome = settings.relay.url === current.relay.url || settings.relay.token !== current.relay.token;
  holds(isHome || current.relay.token === '' || json.includes('"token"'), 'the token leaks');
}

export const claims = (): readonly Claim[] => [
  claim(
    'any file is refused with a reason, or imported with valid values',
    fc.property(texts, fc.constantFrom(mine, defaults), check),
    334,
  ),
];
