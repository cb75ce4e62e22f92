import { isKnife } from '#core/items/item-kinds.ts';
import { readWear } from '#core/items/wears.ts';

/** The phases and gems of Doppler finishes; never part of a market hash name. */
export const phases = [
  'Phase 1',
  'Phase 2',
  'Phase 3',
  'Phase 4',
  'Ruby',
  'Sapphire',
  'Black Pearl',
  'Emerald',
] as const;

export type Phase = (typeof phases)[number];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_–—()[\]|:-]+/g, '');

// Built on first use: the taps bundle this file and read no names.
let spellings: ReadonlyMap<string, Phase> | undefined;

/** Reads a phase on its own, in any site's spelling: "Phase 2", "phase-2", "[phase2]", "blackpearl". */
export function readPhase(text: string): Phase | undefined {
  spellings ??= new Map(phases.map((phase) => [withoutSeparators(phase), phase]));
  return spellings.get(withoutSeparators(text));
}

export interface PhasedName {
  readonly item: string;
  readonly phase?: Phase | undefined;
}

/**
 * Splits off the phase that a site puts into a name: "… | Doppler Phase 2 (Factory New)",
 * "… | Doppler (Factory New) - Ruby", "★ Karambit | Ruby". Only Doppler finishes have phases; every other name, a real
 * "Emerald" included, is returned unchanged (src/core/items/names.md, "Wears and phases").
 */
export const splitPhase = (name: string): PhasedName =>
  (mayHavePhase.test(name) && (afterFinish(name) ?? inPlaceOfFinish(name))) || { item: name };

/** A quick test: a name with a phase contains one of these words. */
const mayHavePhase = /Doppler|Ruby|Sapphire|Black Pearl|Emerald/;

const doppler = /^(.*\| (?:Gamma )?Doppler)(.+)$/;
const bracket = /\(([^()]*)\)/g;

/** "Doppler" is followed by a wear, a phase, or both in either order; anything else is another item's name. */
function afterFinish(name: string): PhasedName | undefined {
  const [, finish, rest = ''] = doppler.exec(name) ?? [];
  if (finish === undefined) return undefined;
  const wear = [...rest.matchAll(bracket)].find(([, inner = '']) => readWear(inner))?.[0] ?? '';
  const phase = readPhase(rest.replace(wear, ''));
  return phase && { item: wear ? `${finish} ${wear}` : finish, phase };
}

/**
 * Whether an item has phases of different prices, so that its name alone does not identify it. Reads every spelling that
 * the table answers (src/core/items/names.md, "Twins"): capitals and spaces may differ.
 */
export const hasPhases = (item: string): boolean => /\|\s+(?:Gamma\s+)?Doppler\s*(?:\(|$)/i.test(item);

const gem = /^(.+) \| (Ruby|Sapphire|Black Pearl|Emerald)(?= \(|$)/;

/** A knife or Glock-18 whose finish is given as a bare gem; none of them has another finish of that name. */
function inPlaceOfFinish(name: string): PhasedName | undefined {
  const [whole, weapon = '', finish = ''] = gem.exec(name) ?? [];
  const phase = readPhase(finish);
  if (whole === undefined || phase === undefined || !(isKnife(weapon) || /\bGlock-18$/.test(weapon))) return undefined;
  const base = phase === 'Emerald' ? 'Gamma Doppler' : 'Doppler';
  return { item: `${weapon} | ${base}${name.slice(whole.length)}`, phase };
}
