import { readWear } from '#core/wears.ts';

/** The phases and gems of Doppler finishes; a market hash name never tells them. */
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

const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_–—()[\]|:-]+/g, '');

// Made when it is first asked for: the taps of pages carry this file and read no names.
let spellings: ReadonlyMap<string, Phase> | undefined;

/** Reads a phase that stands alone, in the sites' spellings: "Phase 2", "phase-2", "[phase2]", "blackpearl". */
export function readPhase(text: string): Phase | undefined {
  spellings ??= new Map(phases.map((phase) => [squeezed(phase), phase]));
  return spellings.get(squeezed(text));
}

/** A name and what was cut out of it. */
export interface PhasedName {
  readonly item: string;
  readonly phase?: Phase | undefined;
}

/**
 * Cuts the phase out of a name that a site puts there, wherever it stands: "… | Doppler Phase 2 (Factory New)",
 * "… | Doppler (Factory New) - Ruby", "★ Karambit | Ruby". Only Doppler finishes have phases, so every other name,
 * a real "Emerald" among them, comes back as it is (sites.md, B11).
 */
export const splitPhase = (name: string): PhasedName =>
  (named.test(name) && (afterFinish(name) ?? inPlaceOfFinish(name))) || { item: name };

/** What each name holds that has a phase. */
const named = /Doppler|Ruby|Sapphire|Black Pearl|Emerald/;

const doppler = /^(.*\| (?:Gamma )?Doppler)(.+)$/;
const bracket = /\(([^()]*)\)/g;

/** What follows "Doppler" is a wear, a phase, or both in either order; anything else is another item's name. */
function afterFinish(name: string): PhasedName | undefined {
  const [, finish, rest = ''] = doppler.exec(name) ?? [];
  if (finish === undefined) return undefined;
  const wear = [...rest.matchAll(bracket)].find(([, inner = '']) => readWear(inner))?.[0] ?? '';
  const phase = readPhase(rest.replace(wear, ''));
  return phase && { item: wear ? `${finish} ${wear}` : finish, phase };
}

/** Whether an item comes in phases of different prices, so that one without its phase is no exact item. */
export const hasPhases = (item: string): boolean => /\| (?:Gamma )?Doppler(?: \(|$)/.test(item);

const gem = /^(.*(?:Knife|Bayonet|Karambit|Daggers)|.*\bGlock-18) \| (Ruby|Sapphire|Black Pearl|Emerald)(?= \(|$)/;

/** A knife (or the Glock) whose finish is given as a bare gem; there is no other finish of that name on them. */
function inPlaceOfFinish(name: string): PhasedName | undefined {
  const [whole, weapon, finish = ''] = gem.exec(name) ?? [];
  const phase = readPhase(finish);
  if (whole === undefined || phase === undefined) return undefined;
  const base = phase === 'Emerald' ? 'Gamma Doppler' : 'Doppler';
  return { item: `${weapon} | ${base}${name.slice(whole.length)}`, phase };
}
