import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { GroupHistories } from '#protocol/history-groups.ts';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { get, jsonOf, type RelayTestBed, startTestRelay, type TestRelayOptions, until } from '../test-relay.ts';
import { answers, partnerRows, refuses, type Script } from '../upstream.ts';
import type { HistoryBody } from './reference.ts';

const rows = partnerRows(3);
const [item = ''] = Object.keys(rows);
const target = (name: string, rest = '') => `/api/history?item=${encodeURIComponent(name)}${rest}`;

/** A relay that looks every 30 ms whether a half hour is to be recorded. */
const startRecording = (script: Script = answers(rows), options: TestRelayOptions = {}): Promise<RelayTestBed> =>
  startTestRelay(script, { ...options, limits: { backgroundPollMs: 30, ...options.limits } });

const recorded = (relay: RelayTestBed, name = item) =>
  until(() => relay.get(target(name))).gives(({ status }) => status === 200);

describe('the past of an item', () => {
  test('is recorded without a client, by one upstream request a half hour', async () => {
    const relay = await startRecording();
    const body = jsonOf(await recorded(relay)) as HistoryBody;
    expect(body).toMatchObject({ item, since: new Date().toISOString().slice(0, 10) });
    expect(Object.keys(body.markets)).toEqual(['buff163', 'youpin', 'csfloat']);
    expect(body.markets['buff163']?.recent).toHaveLength(1);
    expect(body.markets['buff163']?.recent[0]?.[1]).toBe(rows[item]?.price_buff);
    const asked = relay.upstream.seen.length;
    await until(() => relay.get('/healthz'), 20).gives(({ status }) => status === 200);
    expect(relay.upstream.seen.length).toBe(asked);
  });

  test('is answered with an entity tag and in encodings, as prices are', async () => {
    const relay = await startRecording();
    const first = await recorded(relay);
    expect((await relay.get(target(item), { 'If-None-Match': first.headers['etag'] ?? '' })).status).toBe(304);
    const packed = await relay.get(target(item), { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(packed.body)).toEqual(first.body);
    // zstd is made faster than brotli, and few clients ask for the same item.
    const any = await relay.get(target(item), { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([any.headers['content-encoding'], zstdDecompressSync(any.body)]).toEqual(['zstd', first.body]);
  });

  test('is refused for a query that does not fit', async () => {
    const relay = await startRecording();
    await recorded(relay);
    const refused: [path: string, status: number][] = [
      [target('AK-47 | Nothing (Field-Tested)'), 404],
      ['/api/history', 400],
      [target('x'.repeat(201)), 400],
      [target(item, '&markets=buff163,merchant'), 400],
      ...['0', '401', '1.5'].map((days): [string, number] => [target(item, `&days=${days}`), 400]),
      [target(item, '&item=x'), 400],
      [target(item, `&x=${'x'.repeat(3000)}`), 414],
      [`/api/histories?prefixes=${new Array(10).fill(1)}&markets=buff163,youpin,csfloat,steam`, 400],
    ];
    for (const [path, status] of refused) expect((await relay.get(path)).status, path).toBe(status);
  });
});

describe('the past of a group of items', () => {
  test('is asked for without a name, and answered for each prefix', async () => {
    const relay = await startRecording();
    await recorded(relay);
    const bodies = jsonOf(await relay.get('/api/histories?prefixes=,0110&days=90')) as GroupHistories[];
    expect(bodies).toHaveLength(2);
    // Three items are too few for groups: whatever the prefix, all are told.
    for (const { bits, histories } of bodies) {
      expect([bits, Object.keys(histories).sort()]).toEqual([0, Object.keys(rows).sort()]);
      expect(histories[item]?.['buff163']?.recent[1]).toEqual([rows[item]?.price_buff]);
    }
  });

  test('is not the kept answer to another question that reads alike', async () => {
    const relay = await startRecording();
    await recorded(relay);
    const marketsOf = async (query: string) => {
      const [group] = jsonOf(await relay.get(`/api/histories?prefixes=&${query}`)) as GroupHistories[];
      return Object.keys(group?.histories[item] ?? {});
    };
    expect(await marketsOf('markets=buff163&youpin%2Cdays=90')).toEqual(['buff163']);
    expect(await marketsOf('markets=buff163,youpin&days=90')).toEqual(['buff163', 'youpin']);
  });

  test('is refused for a query that does not fit', async () => {
    const relay = await startRecording();
    const wrong = ['01x', '01100110011', ','.repeat(10)].map((prefixes) => `?prefixes=${prefixes}`);
    for (const query of [...wrong, '?markets=merchant', '?days=401', '?days=9&days=9'])
      expect((await relay.get(`/api/histories${query}`)).status, query).toBe(400);
    expect((await relay.get(`/api/histories?x=${'x'.repeat(3000)}`)).status).toBe(414);
  });
});

test('a client is told so many groups times markets a minute', async () => {
  const relay = await startRecording(answers(rows), { limits: { historyLinesPerMinute: 5 } });
  const ask = async (query: string) => (await relay.get(`/api/histories?${query}`)).status;
  expect(await ask('prefixes=,0&markets=buff163,youpin')).toBe(200);
  expect([await ask('prefixes=,0&markets=buff163'), await ask('prefixes=&markets=steam')]).toEqual([429, 200]);
});

test('chosen markets are recorded from the requests that the extension sends, and coins stay coins', async () => {
  const updated_at = new Date().toISOString();
  const entries = { steam: { price: 4149 }, csgoroll: { coins: 54.85 } };
  const byTarget: Script = (request, response) => {
    const market = /markets=(\w+)/.exec(request.url ?? '')?.[1];
    const entry = market === 'steam' ? entries.steam : entries.csgoroll;
    const body = market ? { updated_at, markets: [market], items: { [item]: { [market]: entry } } } : rows;
    answers(body)(request, response);
  };
  const relay = await startRecording(byTarget, { env: { RELAY_HISTORY_MARKETS: 'steam,csgoroll' } });
  const body = await until(async () => {
    const answer = await relay.get(target(item, '&markets=steam,csgoroll,buff163'));
    return answer.status === 200 ? (jsonOf(answer) as HistoryBody).markets : {};
  }).gives((markets) => Object.keys(markets).length === 2);
  expect(body['steam']?.recent[0]?.[1]).toBe(4149);
  expect(body['csgoroll']?.recent[0]?.[1]).toBe(54.85);
  expect(relay.upstream.seen.map(({ target: asked }) => asked)).toEqual([
    marketDetailsPath('steam'),
    marketDetailsPath('csgoroll'),
  ]);
});

test('changes are answered once something was recorded', async () => {
  const relay = await startRecording();
  const changes = await until(() => relay.get('/api/changes')).gives(({ status }) => status === 200);
  expect(jsonOf(changes)).toMatchObject({ markets: ['buff163', 'youpin', 'csfloat'], days: [1, 7, 30], items: {} });
});

test('a relay without a history says so', async () => {
  const relay = await startRecording(answers(rows), { env: { RELAY_HISTORY: 'off' } });
  for (const path of [target(item), '/api/changes', '/api/histories']) {
    const answer = await get(relay.url + path);
    expect([answer.status, jsonOf(answer)]).toEqual([404, { error: 'the relay keeps no history' }]);
  }
});

test('prices that upstream could not confirm are not recorded', async () => {
  const relay = await startRecording(refuses(503));
  await until(() => relay.upstream.seen.length).gives((count) => count > 0);
  expect((await relay.get(target(item))).status).toBe(404);
});
