import { isPlausibleName } from '#core/items/names.ts';
import { hasPhases, type Phase, type PhasedName, readPhase, splitPhase } from '#core/items/phases.ts';
import { textOf } from '#sites/reading/values.ts';

/** A name and its phase, from the name itself or else from `stated`; a phase of an item that has none is dropped. */
export function phasedName(name: string, stated: string | undefined): PhasedName {
  const { item, phase } = splitPhase(name);
  return hasPhases(item) ? { item, phase: phase ?? readPhase(stated ?? '') } : { item };
}

/** The same for the fields of a row; `undefined` where the first is no name. */
export function namedBy(name: unknown, stated?: unknown): PhasedName | undefined {
  const text = textOf(name) ?? '';
  return isPlausibleName(text) ? phasedName(text, textOf(stated)) : undefined;
}

/** By paint index. Some Doppler finishes have an index of their own on newer knives (src/sites/skinflow.md, "Names"). */
const phasesByIndex: Readonly<Record<Phase, readonly number[]>> = {
  'Phase 1': [418, 569, 852, 1120],
  'Phase 2': [419, 570, 618, 853, 1121],
  'Phase 3': [420, 571, 854, 1122],
  'Phase 4': [421, 572, 855, 1123],
  Ruby: [415],
  Sapphire: [416, 619],
  'Black Pearl': [417, 617],
  Emerald: [568, 1119],
};

/** The phase of a paint index as a number or its digits; `undefined` for the index of any other finish. */
export const phaseOfPaint = (index: unknown): string | undefined =>
  Object.entries(phasesByIndex).find(([, indexes]) => indexes.some((each) => String(each) === String(index)))?.[0];
