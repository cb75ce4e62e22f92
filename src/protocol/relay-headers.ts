import { type Guard, isString } from '#core/asks/guards.ts';

/** Says `1` on every answer of a relay that serves sample prices: simulated ones, because it has no key yet. */
export const sampleHeader = 'Skinlens-Sample';

/** The fields of a market's entry that the relay knows, as in a request for them. A relay without it knows the first ones. */
export const fieldsHeader = 'Skinlens-Fields';

/** The name that the relay's owner gave it, percent-encoded as `encodeURIComponent` does. */
export const nameHeader = 'Skinlens-Name';

/** Fields that a relay may know, at most. */
export const maxRelayFields = 64;

/** What every answer says of the relay. */
export interface AboutRelay {
  readonly relayName?: string | undefined;
  readonly relayFields?: readonly string[] | undefined;
  /** How far this computer's clock is ahead of the relay's, ms; absent within five minutes. */
  readonly clockAheadMs?: number | undefined;
}

export const aboutRelay = ({ relayName, relayFields, clockAheadMs }: AboutRelay): AboutRelay => ({
  relayName,
  relayFields,
  clockAheadMs,
});

/** A release, as package.json writes it. */
export const isVersion: Guard<string> = (value): value is string =>
  isString(value) && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(value);

export const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;
