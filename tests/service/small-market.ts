import { brotliDecompressSync } from 'node:zlib';
import { marketIds } from '#core/prices/markets.ts';
import { createServiceApp } from '#service/app.ts';
import type { MarketSource } from '#service/market.ts';
import { parseSnapshot } from '#service/snapshot.ts';

export const key = 'test-key';
export const updatedAt = '2026-11-20T10:30:00.000Z';

export const redline = 'AK-47 | Redline (Field-Tested)';
export const karambit = '★ Karambit | Doppler (Factory New)';
/** JSON must escape it. */
export const coinsOnly = 'Sticker | "Move It"\\(Foil)';
export const steamOnly = 'Desert Eagle | Sunset Storm 壱 (Minimal Wear)';
export const nowhere = 'Sticker | niko  | Cologne 2016';

const full = (price: number, more: object = {}): object => ({
  price,
  avg_30: price + 30,
  avg_7: price + 7.5,
  count: 12,
  is_inflated: false,
  updated_at: '2026-11-20T10:25:00.000Z',
  ...more,
});

/** Five items: on many markets, expensive, in coins only, on Steam only, without a price. */
export const snapshot = {
  updated_at: updatedAt,
  markets: marketIds,
  items: {
    [redline]: {
      buff163: full(1000, { link: 'https://buff.163.com/goods/1' }),
      youpin: full(950, { is_inflated: true }),
      csfloat: full(1100),
      csgoroll: { coins: 15.25, avg_7: 1010, is_inflated: false },
      liquidity: 80,
    },
    [karambit]: { buff163: full(120_000), csfloat: full(119_500), liquidity: 12.5 },
    [coinsOnly]: { csgoroll: { coins: 2.5 }, liquidity: 3 },
    [steamOnly]: { steam: { price: 30 }, buff163: { price: 0 }, youpin: null, merchant: { price: 5 } },
    [nowhere]: { liquidity: 50 },
  },
};

export const bytesOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

export const smallMarket: MarketSource = async () => parseSnapshot(bytesOf(snapshot));

export const service = (parts: Partial<Parameters<typeof createServiceApp>[0]> = {}) =>
  createServiceApp({ market: smallMarket, keys: [key], now: () => 0, report: () => {}, ...parts });

export const authorized = { Authorization: `Bearer ${key}` };

/** The JSON of a brotli body; throws if the bytes are not brotli. */
export const decoded = async (response: Response): Promise<unknown> =>
  JSON.parse(brotliDecompressSync(await response.arrayBuffer()).toString('utf8'));

export const ask = async (app: ReturnType<typeof service>, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { ...authorized, ...headers } });

/** The body that a new app gives to the key; throws unless the status is 200. */
export async function body(path: string): Promise<unknown> {
  const response = await ask(service(), path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return decoded(response);
}

export async function namesIn(path: string): Promise<string[]> {
  const answer = await body(path);
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) throw new Error('no items');
  return Object.keys(answer.items ?? {});
}
