import type { WatchListEntry } from '#core/owned/watch-list.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { SavedView } from '#core/rows/saved-views.ts';
import { createRelayWatchList, type SaleTerms } from '#data/relay-watch-list.ts';
import { sentLimits } from '../explore/plain-items.ts';
import { makeStore, throughJson } from './memory-store.ts';

const device = 'the-device-of-the-tests';
export const minute = 60_000;
export const day = 86_400_000;
export const redline: WatchListEntry = {
  name: 'AK-47 | Redline (Field-Tested)',
  addedAt: 0,
  alert: { kind: 'below', cents: 1000 },
};
export const starred: WatchListEntry = { name: 'AK-47 | Vulcan (Minimal Wear)', addedAt: 0 };

export type Respond = (url: URL, init: RequestInit) => Response;

export const taking = (channel: string | null) => () => Response.json({ channel });

export const answering = (status: number) => () => new Response('', { status });

export function createWorld() {
  const world = {
    now: 1_800_000_000_000,
    isOn: true,
    base: 'https://relay.example/',
    token: 'the-token',
    sale: undefined as SaleTerms | undefined,
    markets: referenceMarkets as readonly MarketId[],
    coinUsd: undefined as number | undefined,
    limits: sentLimits,
    items: [redline, starred] as readonly WatchListEntry[],
    views: [] as readonly SavedView[],
    respond: taking('ntfy') as Respond,
    seen: [] as { method: string; url: string; body: unknown; authorization: string | null }[],
    timers: [] as (() => void)[],
    ids: [device],
    store: makeStore(throughJson),
    lasting: makeStore(throughJson),
  };
  const open = () =>
    createRelayWatchList({
      fetch: async (input, init = {}) => {
        const url = new URL(String(input));
        const { method = 'GET', body, headers } = init;
        const authorization = new Headers(headers).get('Authorization');
        world.seen.push({ method, url: url.href, body: body ? JSON.parse(String(body)) : undefined, authorization });
        return world.respond(url, init);
      },
      store: world.store,
      lasting: world.lasting,
      settings: async () => ({ ...world, staleMinutes: 90 }),
      relay: async () => ({ base: new URL(world.base), token: world.token }),
      items: async () => world.items,
      views: async () => world.views,
      newDeviceId: () => world.ids.shift() ?? 'another-id-than-before',
      after: (_, run) => world.timers.push(run),
      now: () => world.now,
    });
  return { world, open, list: open() };
}

export const methods = ({ seen }: { readonly seen: readonly { method: string; url: string }[] }) =>
  seen.map(({ method, url }) => `${method} ${url}`);
export const put = `PUT https://relay.example/api/watch-list?device=${device}`;
export const del = `DELETE https://relay.example/api/watch-list?device=${device}`;
