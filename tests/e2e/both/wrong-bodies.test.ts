import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { json, type StubRelay, startStubRelay } from '../../prices/stub-relay.ts';
import { send } from '../send.ts';
import { useBrowser } from '../world.ts';

const quotesReply = z.object({ answer: z.object({ quotes: z.array(z.object({ buff163: z.number() })) }) });
const refreshReply = z.object({
  answer: z.object({ outcome: z.string(), fault: z.optional(z.object({ kind: z.string() })) }),
});

const rows = (count: number, price: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Item ${at}`, { price_buff: price }]));

const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

/** Bodies with status 200 that are not the prices of `Item 0`. */
const wrongBodies: readonly (readonly [name: string, body: unknown])[] = [
  ['rows wrapped in `items`', { items: rows(1000, 7) }],
  ['an error object', { error: { code: 500, message: 'later' } }],
  ['an empty `data`', { data: {} }],
  ['rows of strings', rows(1000, '7')],
  ['rows of negative prices', rows(1000, -7)],
  ['a single item', rows(1, 7)],
];

const browser = useBrowser();
let relay: StubRelay;
beforeAll(async () => {
  relay = await startStubRelay(json(rows(1000, 100), cors));
  await browser().configure({ relay: { url: relay.url } });
});
afterAll(() => relay.close());

const refresh = async (): Promise<string> => {
  const { outcome, fault } = refreshReply.parse(await send(browser().own, { kind: 'refresh', request: {} })).answer;
  return fault?.kind ?? outcome;
};

const centsOfFirstItem = async (): Promise<number | undefined> => {
  const request = { names: ['Item 0'] };
  return quotesReply.parse(await send(browser().own, { kind: 'quotes', request })).answer.quotes[0]?.buff163;
};

test.each(wrongBodies)('%s: the table stays, also for the next worker', async (_, body) => {
  relay.answer = json(rows(1000, 100), cors);
  expect(['new', 'unchanged']).toContain(await refresh());
  relay.answer = json(body, cors);
  expect(await refresh()).toBe('malformed');
  expect(await centsOfFirstItem()).toBe(100);
  await browser().driver.stopWorker();
  expect(await centsOfFirstItem()).toBe(100);
});
