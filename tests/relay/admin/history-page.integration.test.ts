/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { until } from '../test-relay.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { type SetupTestBed, type SetupTestOptions, setUp, startSetupRelay } from './setup-relay.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const limits = { backgroundPollMs: 30 };

const start = (options: SetupTestOptions = {}) => startSetupRelay(priceApi(), { limits, ...options });
const status = ({ page }: SetupTestBed) => page('&step=status');

describe('the section of the history', () => {
  test('says since when and how much, once prices were recorded', async () => {
    const bed = await start();
    expect(await status(bed)).toContain('Sample prices are never recorded');
    await setUp(bed, goodKey);
    const today = new Date().toISOString().slice(0, 10);
    const page = await until(() => status(bed)).gives((text) => text.includes(`data-value="historySince">${today}`));
    expect(page).toMatch(/data-value="historySize">0\.\d MB/);
    expect(page).not.toContain('Sample prices are never recorded');
  });

  test('says that it is off', async () => {
    const bed = await start({ env: { RELAY_HISTORY: 'off' } });
    await setUp(bed, goodKey);
    expect(await status(bed)).toContain('The history is switched off.');
    const target = `/api/history?item=${encodeURIComponent(item)}`;
    expect((await bed.send(target)).body.toString()).toContain('keeps no history');
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
