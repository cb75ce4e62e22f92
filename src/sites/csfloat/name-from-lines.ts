import { prefixedTypes, readWear } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { nameFromText, type PhasedName, readPhase, splitPhase } from '#core/items/names.ts';

const leadingMark = /^(StatTrak™|Souvenir|Highlight)(?: |$)/;
const unprefixedType = /\b(?:Container|Agent|Collectible)\b/;
const laterMark = /StatTrak|Souvenir/;

/** The rest is a wear, or a type with its rarity. */
function readSubtext(shown: string) {
  const marks = new Set<string>();
  let rest = shown;
  for (let mark = leadingMark.exec(rest); mark; mark = leadingMark.exec(rest)) {
    marks.add(mark[1] ?? '');
    rest = rest.slice(mark[0].length);
  }
  const [, before = '', inner = ''] = (rest.endsWith(')') && /^(.*)\(([^()]*)\)$/.exec(rest)) || [];
  const phase = inner ? readPhase(inner) : undefined;
  return { marks, phase, rest: phase ? before.trim() : rest };
}

/** A subtext without a wear and without a known type is not enough, except for a knife without a finish. */
export function nameFromLines(itemName: string, subtext: string): PhasedName | undefined {
  const { marks, phase, rest } = readSubtext(nameFromText(subtext) ?? '');
  const shown = nameFromText(itemName)?.replace(/\| 027$/, '| 27');
  const isWear = readWear(rest) !== undefined;
  const type = isWear ? undefined : prefixedTypes.find((word) => ` ${rest} `.includes(` ${word} `));
  const isVanilla = shown?.startsWith('★') && !shown.includes('|');
  if (!shown || laterMark.test(rest) || !(isWear || type || isVanilla || unprefixedType.test(rest))) return undefined;
  const item = buildName({
    base: marks.has('Highlight') ? shown.replace(/(?<!Highlight )Package$/, 'Highlight Package') : shown,
    type,
    wear: isWear ? rest : undefined,
    statTrak: marks.has('StatTrak™'),
    souvenir: marks.has('Souvenir'),
  });
  return item === undefined ? undefined : { phase, ...splitPhase(item) };
}
