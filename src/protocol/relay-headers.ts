import { type Guard, isString } from '#core/asks/guards.ts';

/** Says `1` on every answer of a relay that serves sample prices: simulated ones, because it has no key yet. */
export const sampleHeader = 'Skinlens-Sample';

/** The fields of a market's entry that the relay knows, as in a request for them: it refuses all others. */
export const fieldsHeader = 'Skinlens-Fields';

/** The name that the relay's owner gave it, percent-encoded as `encodeURIComponent` does. */
export const nameHeader = 'Skinlens-Name';

/** The release that the relay is of. No request says the extension's: an older relay's answer to a preflight refuses the header. */
export const versionHeader = 'Skinlens-Version';

/** The oldest release of a relay that tells all that this extension can show. With an older one prices go on. */
export const neededRelay = '0.1.0';

/** What every answer says of the relay. */
export interface AboutRelay {
  readonly relayName?: string | undefined;
  readonly relayVersion?: string | undefined;
  /** How far this computer's clock is ahead of the relay's, ms; absent within five minutes. */
  readonly clockAheadMs?: number | undefined;
}

export const aboutRelay = ({ relayName, relayVersion, clockAheadMs }: AboutRelay): AboutRelay => ({
  relayName,
  relayVersion,
  clockAheadMs,
});

/** A release, as package.json writes it. */
export const isVersion: Guard<string> = (value): value is string =>
  isString(value) && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(value);

export const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;
