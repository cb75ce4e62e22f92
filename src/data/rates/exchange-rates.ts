import { Fault } from '#core/asks/fault.ts';
import type { StoredRates } from '#data/rates/stored-rates.ts';
import { createRelayFeed, type FeedDeps, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import type { StoredValue } from '#data/storage/stored-value.ts';
import { isRatesBody } from '#protocol/rates-body.ts';

export interface ExchangeRatesDeps extends FeedDeps {
  readonly store: KeyValueStore;
  readonly rates: StoredValue<StoredRates>;
  /** Called when open pages have to convert their prices again. */
  readonly onChange: () => void;
}

/** The source changes once a day. */
const pauseMs = 60 * 60_000;

/** The feed of the relay's exchange rates. A relay may have none. */
export function createExchangeRates(deps: ExchangeRatesDeps): RelayFeed {
  const { store, rates, onChange } = deps;
  const save = async (after: StoredRates | undefined) => {
    const before = await rates.read();
    const isNew = JSON.stringify(after?.dated) !== JSON.stringify(before?.dated);
    await rates.write(after).finally(() => isNew && onChange());
    return isNew;
  };
  return createRelayFeed(deps, {
    path: '/api/rates',
    ...checkIn(() => store, 'rates-check'),
    data: rates.read,
    replace: ({ about: { relay, etag }, body }) => {
      const told = body();
      if (!isRatesBody(told)) throw new Fault('malformed', 'the answer is not of /api/rates');
      const { base, date, rates: perUsd } = told;
      return save({ relay, etag, dated: { base, date, rates: perUsd } });
    },
    forget: async () => void (await save(undefined).catch(() => undefined)),
    pauseMs,
  });
}
