import fc from 'fast-check';
import { buildName, type NamePieces, prefixedTypes } from '#core/name-pieces.ts';
import { decodeSegment, isPlausibleName, nameFromText, normaliseName } from '#core/names.ts';
import { type Phase, phases, readPhase, splitPhase } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import { readWear, wears } from '#core/wears.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { openTable } from '#prices/table/read-table.ts';
import { packTable } from '#prices/table/write-table.ts';
import { everyName, takeApart } from '../../core/every-name.ts';
import { rowsOf } from '../../prices/row-buffer-of.ts';
import { type Claim, claim } from '../claim.ts';
import { foldCase, foldSlowly } from '../reference/names.ts';
import { holds, same } from '../same.ts';

/** The few names that differ from another name in case only. */
const caseVariants = [...Map.groupBy(everyName, foldCase).values()].filter(({ length }) => length > 1).flat();
const pick = (names: readonly string[]) => fc.nat(names.length - 1).map((at) => names[at] ?? '');
const realName = fc.oneof({ arbitrary: pick(everyName), weight: 40 }, { arbitrary: pick(caseVariants), weight: 1 });
const spaces = ['', ' ', '  ', '\u00a0', '\u2009', '\t', '\n  ', '\u3000'];
const oddities = [
  ...spaces,
  '(',
  ')',
  "'",
  '’',
  '‘',
  '|',
  '★',
  '™',
  'ö',
  'o\u0308',
  '\u0301',
  '\u200b',
  '\u202e',
  '\ud83d',
];
const odd = fc.array(fc.constantFrom(...oddities, 'A', 'b', '-', 'é', '龍', '<', '&', '\u0000'), { maxLength: 12 });
const oddText = odd.map((parts) => parts.join(''));
const anyText = fc.oneof(oddText, fc.string({ unit: 'binary', maxLength: 30 }), realName);

/** Ways in which sites show a name: which pieces are separate, and how they are spelled. */
const ways = fc.record({
  wear: fc.constantFrom('in the name', 'full', 'short', 'category', 'lower'),
  marks: fc.constantFrom('in the name', 'apart', 'plain', 'reversed'),
  typed: fc.boolean(),
  space: fc.constantFrom(...spaces.filter((space) => space !== '')),
});

type Way = typeof ways extends fc.Arbitrary<infer W> ? W : never;

const allWears: readonly string[] = wears;

function spellWear(wear: string, way: Way['wear']): string {
  if (way === 'short') return wear.replace(/[^A-Z]/g, '');
  if (way === 'category') return `WearCategory${allWears.indexOf(wear)}`;
  return way === 'lower' ? wear.toLowerCase().replace('-', ' ') : wear;
}

/** Splits a name into pieces as a site might show them; the inverse of `buildName`. */
function show(name: string, { wear: wearWay, marks, typed, space }: Way): NamePieces {
  const { star, statTrak, souvenir, type, base, wear } = takeApart(name);
  const known = prefixedTypes.find((each) => each === type);
  const inside = wear && wearWay === 'in the name' ? ` (${wear})` : '';
  const written = [star && '★', statTrak && (marks === 'plain' ? 'StatTrak(TM)' : 'StatTrak™'), souvenir && 'Souvenir'];
  const front = marks === 'apart' ? [] : written.filter((mark) => mark !== false);
  const prefix = (marks === 'reversed' ? front.toReversed() : front).map((mark) => `${mark} `).join('');
  const body = (known && !typed ? `${known} | ` : '') + base + inside;
  return {
    base: (prefix + body).replaceAll(' ', () => space),
    ...(known && typed && { type: known }),
    ...(wear && !inside && { wear: spellWear(wear, wearWay) }),
    ...(marks === 'apart' && { star, statTrak, souvenir }),
  };
}

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

/** A table of all names, and a slow look-up: by the same name, else by the only name that differs in case. */
function market() {
  const rows = everyName.map((name, at): [string, Quote] => [name, { buff163: at + 1, inflated: false }]);
  const exact = Map.groupBy(rows, ([name]) => foldSlowly(name));
  const alike = Map.groupBy(exact, ([key]) => foldCase(key));
  const soleQuote = (key: string | undefined) => {
    const same = exact.get(key ?? '') ?? [];
    return same.length === 1 ? same[0]?.[1] : undefined;
  };
  const find = (name: string): Quote | undefined => {
    const key = foldSlowly(name);
    const others = alike.get(foldCase(key)) ?? [];
    return soleQuote(exact.has(key) ? key : others.length === 1 ? others[0]?.[0] : undefined);
  };
  return { table: openTable(packTable(rowsOf(rows)).buffer), find };
}

const dopplers = everyName.filter((name) => /\| (?:Gamma )?Doppler(?: \(|$)/.test(name));
const phaseless = new Set(dopplers);
const phaseWay = fc.constantFrom(
  (name: string, phase: string) => name.replace(/(Doppler)/, `$1 ${phase}`),
  (name: string, phase: string) => `${name} - ${phase}`,
  (name: string, phase: string) => `${name} (${phase})`,
  (name: string, phase: string) => name.replace(/(Doppler)/, `$1 [${phase.toLowerCase()}]`),
);
const doppler = pick(dopplers);

const hashOf = (name: string): string => {
  const hash = new Uint32Array(3);
  hashName(name, hash);
  return hash.join();
};

const isKey = (name: string | undefined): boolean =>
  name === undefined || (normaliseName(name) === name && isPlausibleName(name));

export function claims(): readonly Claim[] {
  const { table, find } = market();

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
          same(hashOf(text), hashOf(key), text);
          holds(isKey(nameFromText(text)), text);
        },
      ),
    ),
    claim(
      'a name is rebuilt from any pieces in which a site shows it',
      fc.property(realName, ways, (name, way) => same(buildName(show(name, way)), foldSlowly(name), show(name, way))),
    ),
    claim(
      'a misspelled name never has the price of another item',
      fc.property(realName, fc.array(typo, { minLength: 1, maxLength: 3 }), (name, typos) => {
        const text = typos.reduce(
          (spelling, change) => (spelling === '' ? spelling : misspell(spelling, change)),
          name,
        );
        same(table.find(text), find(text), text);
      }),
    ),
    claim(
      'a phase is split off from names with a phase only',
      fc.property(doppler, fc.constantFrom(...phases), phaseWay, realName, (name, phase: Phase, way, other) => {
        same(splitPhase(way(name, phase)), { item: name, phase }, way(name, phase));
        same(splitPhase(other), { item: other }, other);
        same(phaseless.has(splitPhase(way(other, phase)).item), phaseless.has(other), way(other, phase));
      }),
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
