/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { parsePriceQuery } from '#relay/api/price-routes.ts';
import { extensionSources } from '#relay/feeds/extension-sources.ts';
import { partner, startTestRelay } from '../test-relay.ts';
import { answers, partnerRows, pricesOfAll, type Script } from '../upstream.ts';

const both: Script = (request, response) =>
  answers(request.url === partner ? partnerRows(5) : pricesOfAll)(request, response);

const markets = ['buff163', 'csfloat', 'youpin', 'dmarket', 'steam', 'gamerpay', 'skins', 'waxpeer', 'shadowpay'];
/** Queries that the extension never sends. */
const invented = markets.flatMap((a) => markets.filter((b) => b > a).map((b) => `/api/prices?markets=${a},${b}`));
const details = marketDetailsPath('steam');

const env = { RELAY_POLL_SECONDS: '30' };
const twoTokens = { ...env, RELAY_TOKENS: 'the-token-of-one-client,the-token-of-another' };
const [one, another] = twoTokens.RELAY_TOKENS.split(',').map((token) => ({ Authorization: `Bearer ${token}` }));

describe('what one client asks for', () => {
  test('never drops the feeds of the extension from memory', async () => {
    const { get, upstream } = await startTestRelay(both, { env, limits: { maxFeeds: 2 } });
    for (const target of [partner, details, ...invented.slice(0, 8)]) expect((await get(target)).status).toBe(200);
    for (const target of [partner, details]) expect((await get(target)).headers['cache-status']).toContain('; hit;');
    expect(upstream.seen.length).toBe(10);
  });

  test('leaves 20 of 50 upstream requests a minute to the extension', async () => {
    const { get, upstream } = await startTestRelay(both, { env });
    const got = [];
    for (const target of invented) got.push(await get(target));
    expect(got.filter(({ status }) => status === 200).length).toBe(30);
    expect(got.filter(({ status }) => status === 429).length).toBe(invented.length - 30);
    for (const target of [partner, ...marketIds.map(marketDetailsPath)]) expect((await get(target)).status).toBe(200);
    expect(upstream.seen.length).toBe(30 + 1 + marketIds.length);
  });

  test('costs its own token’s share of the upstream requests, not another’s', async () => {
    const { get } = await startTestRelay(both, {
      env: twoTokens,
      limits: { otherUpstreamPerMinute: 6, tokenUpstreamPerMinute: 2 },
    });
    const ask = async (at: number, headers = one) => await get(invented[at] ?? '', headers);
    const got = [await ask(0), await ask(1), await ask(2)];
    expect(got.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(got[2]?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect((await ask(2, another)).status).toBe(200);
    expect((await ask(2)).status).toBe(200);
    expect((await get(partner, one)).status).toBe(200);
  });
});

test('the extension’s requests are those that come first', () => {
  for (const market of marketIds) {
    const search = marketDetailsPath(market).slice(endpoints.prices.length);
    expect(extensionSources).toContain(parsePriceQuery('prices', search, 2048).source);
  }
  expect(extensionSources).toContain(parsePriceQuery('partner', '', 2048).source);
  expect(extensionSources).not.toContain(parsePriceQuery('prices', '?markets=steam', 2048).source);
});
