import { expect, onTestFinished, test } from 'vitest';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';
import { loaded, tableOf } from '../table-of.ts';
import { makeWorld } from './details-world.ts';

const names = Array.from({ length: 60 }, (_, at) => `Item ${at}`);
const answer = (coins: number, headers: Record<string, string>): StubRelay['answer'] =>
  json(
    {
      updated_at: '2026-11-20T10:00:00.000Z',
      markets: ['csgoroll'],
      items: Object.fromEntries(names.map((name) => [name, { csgoroll: { coins } }])),
    },
    headers,
  );
const samples = answer(7, { ETag: '"sample"', 'Skinlens-Sample': '1' });
const real = answer(100, { ETag: '"real"' });

const tableOfKind = (sample: boolean): LoadedTable => loaded(tableOf(names.map((name) => [name, quote])), { sample });
const quote = { buff163: 6600, liquidity: 80, inflated: false };

test('sample details are kept beside a sample table only, and real ones beside a real table only', async () => {
  const relay = await startStubRelay(samples);
  onTestFinished(relay.close);
  const world = makeWorld(relay, ['csgoroll']);
  const shown = async () => (await world.worker().find('Item 1')).map(({ coins }) => coins);
  const refreshed = async () => {
    world.now += 61_000;
    await world.worker().refreshDueMarkets();
    return shown();
  };
  world.table = tableOfKind(false);
  expect(await refreshed()).toEqual([undefined]);
  const sampleTable = tableOfKind(true);
  world.table = sampleTable;
  expect(await refreshed()).toEqual([7]);
  // A minute later and not half an hour: real prices replace samples as soon as there are any.
  relay.answer = real;
  expect(await refreshed()).toEqual([7]);
  world.table = tableOfKind(false);
  expect(await shown()).toEqual([undefined]);
  expect(await refreshed()).toEqual([100]);
  world.table = sampleTable;
  expect(await shown()).toEqual([undefined]);
});
