import { noFee, noFees } from '#core/fees.ts';
import { isObject } from '#core/guards.ts';

/** The version of the settings that are written today. */
export const settingsVersion = 3;

/** Most sites that the user may add. */
export const maxCustomSites = 200;

/** Gambling sites of version 1, in which every site was on until it was switched off. */
const gamblingSitesOfVersion1 = ['csgoroll'];

/** Stored settings of any version in the form of today's. Values that are no settings are returned as they are. */
export function migrateSettings(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  if (stored['version'] === 1) return fromVersion2(fromVersion1(stored));
  return stored['version'] === 2 ? fromVersion2(stored) : stored;
}

function fromVersion1(stored: Record<string, unknown>): Record<string, unknown> {
  const { sites } = stored;
  const on = Object.fromEntries(gamblingSitesOfVersion1.map((id) => [id, true]));
  // An invalid value is left to the schema, which replaces it.
  const kept = sites === undefined || isObject(sites) ? { ...on, ...sites } : sites;
  return { ...stored, sites: kept };
}

/**
 * Version 2 knew the seller's fee alone, per cent. The other fees are taken for none, so that what is left after selling
 * may be too much: fees that were confirmed count for nothing until the user confirms them again.
 */
function fromVersion2(stored: Record<string, unknown>): Record<string, unknown> {
  const { fees } = stored;
  if (!isObject(fees)) return { ...stored, version: settingsVersion };
  const { percent, ...others } = fees;
  const kept = percent === undefined ? others : { ...others, markets: withStages(percent) };
  // A file without the switch must not bring fees to settings in which it is on.
  const { confirmed = percent === undefined ? undefined : true } = fees;
  const asked = confirmed === true ? { reconfirm: true, ...kept, confirmed: false } : kept;
  return { ...stored, version: settingsVersion, fees: asked };
}

/** An invalid value is left to the schema, which drops it. */
const withStages = (percents: unknown): unknown =>
  isObject(percents)
    ? Object.fromEntries(
        Object.entries(percents).map(([market, percent]) => [market, { ...noFees, selling: { ...noFee, percent } }]),
      )
    : percents;
