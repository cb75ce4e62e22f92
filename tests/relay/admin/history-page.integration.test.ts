/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { until } from '../test-relay.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { type SetupTestBed, type SetupTestOptions, setUp, startSetupRelay } from './setup-relay.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const limits = { backgroundPollMs: 30 };

const start = (options: SetupTestOptions = {}) => startSetupRelay(priceApi(), { limits, ...options });
const status = ({ page }: SetupTestBed) => page('&step=status');

describe('the section of the history', () => {
  test('says since when, how much and which markets, once prices were recorded', async () => {
    const bed = await start();
    expect(await status(bed)).toContain('Sample prices are never recorded');
    await setUp(bed, goodKey);
    const today = new Date().toISOString().slice(0, 10);
    const page = await until(() => status(bed)).gives((text) => text.includes(`data-value="historySince">${today}`));
    expect(page).toMatch(/name="market-youpin" checked/);
    expect(page).toMatch(/data-value="historySize">0\.\d MB/);
    expect(page).not.toContain('Sample prices are never recorded');
  });

  test('choosing markets takes effect without a restart', async () => {
    const bed = await start();
    expect((await bed.post('/setup/history', { keep: '1', 'market-dmarket': '1', 'market-buff163': '1' })).status).toBe(
      303,
    );
    expect(await bed.config()).toMatchObject({ historyMarkets: ['buff163', 'dmarket'] });
    const ticked = [...(await status(bed)).matchAll(/name="market-(\w+)" checked/g)].map(([, market]) => market);
    expect(ticked).toEqual(['buff163', 'dmarket']);
    expect((await bed.post('/setup/history', { keep: '1' })).body.toString()).toContain('Choose at least one market');
  });

  test('switches the history off and on without a restart', async () => {
    const bed = await start();
    await setUp(bed, goodKey);
    const target = `/api/history?item=${encodeURIComponent(item)}`;
    const all = Object.fromEntries(marketIds.map((id) => [`market-${id}`, '1']));
    await bed.post('/setup/history', all);
    expect(await bed.config()).toMatchObject({ history: 'off', historyMarkets: [...marketIds] });
    expect((await bed.send(target)).body.toString()).toContain('keeps no history');
    await bed.post('/setup/history', { ...all, keep: '1' });
    expect(await bed.config()).not.toHaveProperty('history');
    expect((await bed.send(target)).body.toString()).not.toContain('keeps no history');
  });

  test('the environment wins, and its boxes cannot be ticked', async () => {
    const bed = await start({ env: { RELAY_HISTORY: 'off', RELAY_HISTORY_MARKETS: 'youpin' } });
    const page = await status(bed);
    expect(page).toContain('RELAY_HISTORY_MARKETS sets the markets');
    expect(page.match(/type="checkbox"[^>]* disabled/g)).toHaveLength(marketIds.length + 1);
    await bed.post('/setup/history', { keep: '1', 'market-buff163': '1' });
    expect(await bed.config()).toEqual({});
    expect(await status(bed)).toContain('The history is switched off.');
  });
});

test('metrics tell the size and age of the history', async () => {
  const bed = await start();
  await setUp(bed, goodKey);
  const text = await until(async () => (await bed.send('/metrics')).body.toString()).gives((metrics) =>
    metrics.includes('relay_history_age_seconds{market="buff163"}'),
  );
  expect(text).toMatch(/\nrelay_history_bytes\{file="history"\} \d{4,}\n/);
});
