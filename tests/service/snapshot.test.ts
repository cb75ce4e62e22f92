import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { optionalFields } from '#protocol/price-api.ts';
import { createSnapshotMarket, parseSnapshot } from '#service/snapshot.ts';
import { ask, bytesOf, decoded, karambit, redline, service, snapshot, steamOnly, updatedAt } from './small-market.ts';

const one = (items: unknown, more: object = {}): Uint8Array =>
  bytesOf({ updated_at: updatedAt, markets: [], items, ...more });

describe('a snapshot file', () => {
  let folder = '';
  let path = '';
  let reported: unknown[] = [];
  let app = service();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skinlens-snapshot-'));
    path = join(folder, 'snapshot.json');
    reported = [];
    app = service({ market: createSnapshotMarket(path, (error) => reported.push(error)) });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const replace = async (bytes: Uint8Array): Promise<void> => {
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  };
  const names = async (): Promise<string[]> => Object.keys(Object(await decoded(await ask(app, '/api/prices'))).items);
  const status = async (): Promise<number> => (await ask(app, '/api/prices')).status;

  it('gets 503 until it is readable, which is reported once, then is served', async () => {
    expect(await status()).toBe(503);
    await writeFile(path, '{"updated_at":"2026');
    expect([await status(), await status(), await status()]).toEqual([503, 503, 503]);
    await writeFile(path, bytesOf(snapshot));
    expect(await status()).toBe(200);
    expect(await names()).toContain(redline);
    expect(reported).toHaveLength(2);
  });

  it('is read again when it is overwritten or replaced', async () => {
    await writeFile(path, one({ [redline]: { steam: { price: 1 } } }));
    expect(await names()).toEqual([redline]);
    await writeFile(path, one({ [redline]: { steam: { price: 1 } }, [karambit]: { steam: { price: 2 } } }));
    expect(await names()).toEqual([redline, karambit]);
    await replace(one({ [steamOnly]: { steam: { price: 3 } } }));
    expect(await names()).toEqual([steamOnly]);
  });

  it('keeps the old data and ETag when the new file is broken, missing or of another shape', async () => {
    await writeFile(path, bytesOf(snapshot));
    const before = await ask(app, '/api/prices');
    const old = await decoded(before);
    const broken = [
      bytesOf(snapshot).slice(0, -20),
      new Uint8Array([0xff]),
      bytesOf([]),
      one({ x: { steam: { price: 'one' } } }),
    ];
    for (const bytes of broken) {
      await replace(bytes);
      const after = await ask(app, '/api/prices');
      expect([after.status, after.headers.get('ETag')]).toEqual([200, before.headers.get('ETag')]);
      expect(await decoded(after)).toEqual(old);
    }
    await rm(path);
    expect(await status()).toBe(200);
    expect(reported).toHaveLength(broken.length + 1);
    await replace(one({ [steamOnly]: { steam: { price: 3 } } }));
    expect(await names()).toEqual([steamOnly]);
  });

  it('may be the full response of another service', async () => {
    const path13 = `/api/prices?fields=${optionalFields.join(',')}`;
    const answer = brotliDecompressSync(await (await ask(service(), path13)).arrayBuffer());
    await writeFile(path, answer);
    const again = brotliDecompressSync(await (await ask(app, path13)).arrayBuffer());
    expect(again.toString('utf8')).toBe(answer.toString('utf8'));
    expect(reported).toEqual([]);
  });

  it('is read once for each change', async () => {
    await writeFile(path, bytesOf(snapshot));
    const market = createSnapshotMarket(path, () => {});
    const readOnce = async () => {
      const states = new Set(await Promise.all(Array.from({ length: 20 }, market)));
      expect(states.size).toBe(1);
      return states.values().next().value?.names;
    };
    expect(await readOnce()).toContain(redline);
    await replace(one({ [steamOnly]: { steam: { price: 3 } } }));
    expect(await readOnce()).toEqual([steamOnly]);
  });
});

describe('parseSnapshot', () => {
  it('ignores markets that the specification does not name', () => {
    const { market } = parseSnapshot(one({ [redline]: { merchant: { price: 'secret' }, steam: { price: 4 } } }));
    expect(market('steam').value(0)).toBe(4);
  });

  it.each([
    { steam: { price: 1.5 } },
    { steam: { price: -1 } },
    { steam: { price: '1' } },
    { csgoroll: { coins: 'x' } },
    { steam: { price: 1, link: 5 } },
    { liquidity: 'high' },
    null,
  ])('refuses the item %j', (item) => {
    expect(() => parseSnapshot(one({ [redline]: item }))).toThrow();
  });
});
