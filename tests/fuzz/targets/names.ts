import fc from 'fast-check';
import { prefixedTypes, readWear } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { decodeSegment, isPlausibleName, looseKey, nameFromText, normaliseName, readPhase } from '#core/items/names.ts';
import { hashName } from '#data/catalogue/price-table.ts';
import { everyName } from '../../core/every-name.ts';
import { type Claim, claim } from '../claim.ts';
import { foldCase, foldSlowly } from '../reference/names.ts';
import { holds, same } from '../same.ts';

/** The few names that differ from another name in spelling only. */
const caseVariants = [...Map.groupBy(everyName, foldCase).values()].filter(({ length }) => length > 1).flat();
const pick = (names: readonly string[]) => fc.nat(names.length - 1).map((at) => names[at] ?? '');
const realName = fc.oneof({ arbitrary: pick(everyName), weight: 40 }, { arbitrary: pick(caseVariants), weight: 1 });
const spaces = ['', ' ', '  ', '\u00a0', '\u2009', '\t', '\n  ', '\u3000'];
const oddities = [...spaces, ..."( ) ' ’ ‘ | ★ ™ ö".split(' '), 'o\u0308', '\u0301', '\u200b', '\u202e', '\ud83d'];
const odd = fc.array(fc.constantFrom(...oddities, 'A', 'b', '-', 'é', '龍', '<', '&', '\u0000'), { maxLength: 12 });
const oddText = odd.map((parts) => parts.join(''));
const anyText = fc.oneof(oddText, fc.string({ unit: 'binary', maxLength: 30 }), realName);

const typo = fc.tuple(fc.nat(80), fc.nat(5), fc.constantFrom(...oddities, ...'aeiouAEIOUnNkK019.-'));

function misspell(name: string, [at, kind, sign]: readonly [number, number, string]): string {
  const place = at % name.length;
  if (kind === 0) return name.slice(0, place) + name.slice(place + 1);
  if (kind === 1) return name.slice(0, place) + sign + name.slice(place);
  if (kind === 2) return name.slice(0, place) + sign + name.slice(place + 1);
  if (kind === 4) return name.toUpperCase();
  if (kind === 5) return name.toLowerCase();
  const letter = name[place] ?? '';
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return name.slice(0, place) + other + name.slice(place + 1);
}

/** What all spellings of a name share in its hash. */
const nearHashOf = (name: string): string => {
  const hash = new Uint32Array(3);
  hashName(name, hash);
  return hash.subarray(0, 2).join();
};

/** Whether a name from a text is the text but for white space of its markup. */
const isFromText = (name: string | undefined, text: string): boolean =>
  name === undefined ||
  (isPlausibleName(name) &&
    name.replace(/\s+/g, ' ') === text.replace(/\s+/g, ' ').trim() &&
    !/^\s|[^\S ]|\s$/.test(name));

const isKey = (name: string | undefined): boolean =>
  name === undefined || (normaliseName(name) === name && isPlausibleName(name));

export function claims(): readonly Claim[] {
  return [
    claim(
      'a key equals that of a slow reference, and the key of a key is itself',
      fc.property(
        fc.oneof(
          anyText,
          fc.tuple(realName, typo).map(([name, way]) => misspell(name, way)),
        ),
        (text) => {
          const key = normaliseName(text);
          same(key, foldSlowly(text), text);
          same(normaliseName(key), key, text);
          same(looseKey(text), foldCase(text), text);
          same(nearHashOf(text), nearHashOf(key), text);
          holds(isFromText(nameFromText(text), text), text);
        },
      ),
    ),
    claim(
      'any pieces make a key or nothing, and nothing throws',
      fc.property(
        anyText,
        anyText,
        anyText,
        fc.constantFrom(undefined, ...prefixedTypes),
        (base, wear, finish, type) => {
          const name = buildName({ base, wear, finish, type });
          holds(isKey(name), name);
          holds(typeof decodeSegment(base) === 'string', base);
          const [phase, worn] = [readPhase(base), readWear(base)];
          const letters = base.toLowerCase().replace(/[^a-z0-9]/g, '');
          holds(!phase || phase.toLowerCase().replace(' ', '') === letters, base);
          holds(!worn || (letters.length > 1 && !base.includes('|')), base);
        },
      ),
    ),
  ];
}
