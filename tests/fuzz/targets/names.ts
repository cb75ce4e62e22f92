import fc from 'fast-check';
import { prefixedTypes } from '#core/items/item-kinds.ts';
import { buildName, type NamePieces } from '#core/items/name-pieces.ts';
import { decodeSegment, isPlausibleName, looseKey, nameFromText, normaliseName } from '#core/items/names.ts';
import { type Phase, phases, readPhase, splitPhase } from '#core/items/phases.ts';
import { readWear, wears } from '#core/items/wears.ts';
import type { Quote } from '#core/prices/quote.ts';
import { hashName } from '#data/catalogue/name-hash.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { everyName, takeApart } from '../../core/every-name.ts';
import { respellings } from '../../core/respelled.ts';
import { tableOf } from '../../data/table-of.ts';
import { type Claim, claim } from '../claim.ts';
import { foldCase, foldSlowly, slowMarket } from '../reference/names.ts';
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

/**
 * A table of three feeds, and a slow look-up with the same rules. Some names have twins; a third of all names has no price
 * now: the last feed lacks them, or it tells them without a price.
 */
function market() {
  const twins = everyName.flatMap((name, at) => (at % 50 === 0 ? respellings.map((spell) => spell(name)) : []));
  const known = [...new Set([...everyName, ...twins.filter((_, at) => at % 3 === 0)])];
  const rows = known.map((name, at): [string, Quote] => [name, { buff163: at + 1, inflated: false }]);
  const first = tableOf(rows.filter((_, at) => at % 5 === 0));
  const second = tableOf(
    rows.filter((_, at) => at % 5 === 1),
    first,
  );
  const told = rows.filter((_, at) => at % 5 > 1);
  // Beyond its bound a new catalogue begins: the other names are told again.
  const { table } = withNames(tableOf(told, second), known, known.length);
  const priced = new Map(told);
  return { table, find: slowMarket(known.map((name) => [name, priced.get(name)])) };
}

const spell = fc.constantFrom((name: string) => name, ...respellings);

const dopplers = everyName.filter((name) => /\| (?:Gamma )?Doppler(?: \(|$)/.test(name));
const phaseless = new Set(dopplers);
const phaseWay = fc.constantFrom(
  (name: string, phase: string) => name.replace(/(Doppler)/, `$1 ${phase}`),
  (name: string, phase: string) => `${name} - ${phase}`,
  (name: string, phase: string) => `${name} (${phase})`,
  (name: string, phase: string) => name.replace(/(Doppler)/, `$1 [${phase.toLowerCase()}]`),
);
const doppler = pick(dopplers);

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
          same(looseKey(text), foldCase(text), text);
          same(nearHashOf(text), nearHashOf(key), text);
          holds(isFromText(nameFromText(text), text), text);
        },
      ),
    ),
    claim(
      'a name is rebuilt from any pieces in which a site shows it',
      fc.property(realName, ways, (name, way) => same(buildName(show(name, way)), foldSlowly(name), show(name, way))),
    ),
    claim(
      'a name in any spelling, exact or assembled, has the price of its own item or none',
      fc.property(
        realName,
        spell,
        fc.array(typo, { maxLength: 3 }),
        fc.boolean(),
        (name, respell, typos, assembled) => {
          const text = typos.reduce(
            (spelling, change) => (spelling === '' ? spelling : misspell(spelling, change)),
            respell(name),
          );
          const [spelling, quote] = find(text, assembled) ?? [];
          const { number: _, ...found } = table.find(text, assembled) ?? {};
          same(found, quote ? { quote, exact: spelling === text } : {}, text);
        },
      ),
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
