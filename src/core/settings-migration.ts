import { noFee, noFees, steamSelling } from '#core/fees.ts';
import { isObject } from '#core/guards.ts';

/** The version of the settings that are written today. */
export const settingsVersion = 4;

/** Most sites that the user may add. */
export const maxCustomSites = 200;

/** Gambling sites of version 1, in which every site was on until it was switched off. */
const gamblingSitesOfVersion1 = ['csgoroll'];

/** Stored settings of any version in the form of today's. Values that are no settings are returned as they are. */
export function migrateSettings(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  if (stored['version'] === 1) return fromVersion3(fromVersion2(fromVersion1(stored)));
  if (stored['version'] === 2) return fromVersion3(fromVersion2(stored));
  return stored['version'] === 3 ? fromVersion3(stored) : stored;
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
  if (!isObject(fees)) return { ...stored, version: 3 };
  const { percent, ...others } = fees;
  const kept = percent === undefined ? others : { ...others, markets: withStages(percent) };
  // A file without the switch must not bring fees to settings in which it is on.
  const { confirmed = percent === undefined ? undefined : true } = fees;
  const asked = confirmed === true ? { reconfirm: true, ...kept, confirmed: false } : kept;
  return { ...stored, version: 3, fees: asked };
}

/** An invalid value is left to the schema, which drops it. */
const withStages = (percents: unknown): unknown =>
  isObject(percents)
    ? Object.fromEntries(
        Object.entries(percents).map(([market, percent]) => [market, { ...noFees, selling: { ...noFee, percent } }]),
      )
    : percents;

/** Version 3 took Steam's two fees, as its preset offered them, for one: a cent or two too little or too much. */
function fromVersion3(stored: Record<string, unknown>): Record<string, unknown> {
  const { fees } = stored;
  const markets = isObject(fees) ? fees['markets'] : undefined;
  const steam = isObject(markets) ? markets['steam'] : undefined;
  if (!isObject(fees) || !isObject(markets) || !isObject(steam) || !isPresetOfVersion3(steam['selling']))
    return { ...stored, version: settingsVersion };
  const exact = { ...steam, selling: steamSelling };
  return { ...stored, version: settingsVersion, fees: { ...fees, markets: { ...markets, steam: exact } } };
}

/** A fee that the user has changed since is the user's own. */
const isPresetOfVersion3 = (selling: unknown): boolean => {
  if (!isObject(selling)) return false;
  const { percent, cents, least, ...more } = selling;
  return percent === steamSelling.percent && cents === 0 && least === 2 && Object.keys(more).length === 0;
};
