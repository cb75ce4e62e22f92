import { isObject } from '#core/guards.ts';

/** The version of the settings that are written today. */
export const settingsVersion = 2;

/** Most sites that the user may add. */
export const maxCustomSites = 200;

/** Gambling sites of version 1, in which every site was on until it was switched off. */
const gamblingSitesOfVersion1 = ['csgoroll'];

/** Stored settings of any version in the form of today's. Values that are no settings are returned as they are. */
export function migrateSettings(stored: unknown): unknown {
  if (!isObject(stored) || stored['version'] !== 1) return stored;
  const { sites } = stored;
  const on = Object.fromEntries(gamblingSitesOfVersion1.map((id) => [id, true]));
  // An invalid value is left to the schema, which replaces it.
  const kept = sites === undefined || isObject(sites) ? { ...on, ...sites } : sites;
  return { ...stored, version: settingsVersion, sites: kept };
}
