import { Fault } from '#core/asks/fault.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { RelayFeed } from '#data/refresh/feed.ts';
import { createSmallFeed, type Kept, openKept, type SmallFeedDeps } from '#data/refresh/small-feed.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import type { StoredValue } from '#data/storage/stored-value.ts';
import { isRatesBody, type RatesBody } from '#protocol/rates-body.ts';

export type StoredRates = StoredValue<Kept<RatesBody>>;

export const openStoredRates = (store: KeyValueStore): StoredRates => openKept(store, 'rates', isRatesBody);

/** The feed of the relay's exchange rates, whose source changes once a day. */
export const createExchangeRates = (deps: SmallFeedDeps<RatesBody>): RelayFeed =>
  createSmallFeed(deps, {
    name: 'rates',
    parse: (body) => {
      if (!isRatesBody(body)) throw new Fault('malformed', 'the answer is not of /api/rates');
      const { base, date, rates } = body;
      return { base, date, rates };
    },
    pauseMs: 60 * minuteMs,
  });
