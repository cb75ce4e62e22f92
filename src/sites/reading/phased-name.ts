import { isPlausibleName } from '#core/items/names.ts';
import { hasPhases, type PhasedName, readPhase, splitPhase } from '#core/items/phases.ts';
import { textOf } from '#sites/reading/json.ts';

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
