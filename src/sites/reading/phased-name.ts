import { hasPhases, type PhasedName, readPhase, splitPhase } from '#core/items/phases.ts';

/** A name and its phase, from the name itself or else from `stated`; a phase of an item that has none is dropped. */
export function phasedName(name: string, stated: string | undefined): PhasedName {
  const { item, phase } = splitPhase(name);
  return hasPhases(item) ? { item, phase: phase ?? readPhase(stated ?? '') } : { item };
}
