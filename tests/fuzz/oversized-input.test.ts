import { describe, expect, test } from 'vitest';
import { buildName } from '#core/items/name-pieces.ts';
import { nameFromText, normaliseName } from '#core/items/names.ts';
import { parsePrinted } from '#core/money/money.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { parseSettingsFile } from '#core/settings/settings-file.ts';
import { parseMarketPrices } from '#data/details/parse-market-prices.ts';
import { parsePartnerPrices } from '#data/refresh/table-feed.ts';
import { matchesEtag, parseRetryAfter } from '#protocol/http.ts';
import { parseAnswerEvent, parseStateEvent } from '#protocol/page-events.ts';
import { endpoints } from '#protocol/price-api.ts';
import { negotiateEncoding } from '#relay/api/response.ts';
import { inspectBody, isMalformed } from '#relay/feeds/body-thread.ts';
import { encodings } from '#relay/feeds/compressor.ts';
import { parseEcbRates } from '#relay/feeds/ecb-rates.ts';

/** Inputs too large for a million cases: each is refused or read, in finite time. */
const long = 10_000_000;
const mega = 'x'.repeat(long);
const deep = 50_000;
const nest = (open: string, inner: string, close: string) => open.repeat(deep) + inner + close.repeat(deep);
const nested: unknown = JSON.parse(nest('[', '1', ']'));
const settings = parseSettings({});
const encode = (text: string) => new TextEncoder().encode(text);

describe('10 MB', () => {
  test('of text are neither a name nor a price', () => {
    expect(parsePrinted(`${mega}€12`)).toBeUndefined();
    expect(parsePrinted('1 '.repeat(long / 2))).toBeUndefined();
    expect(nameFromText(mega)).toBeUndefined();
    expect(buildName({ base: mega })).toBeUndefined();
    expect(normaliseName('( '.repeat(long / 20)).length).toBeLessThan(long);
  });

  test('in a body invalidate their item or the whole body', () => {
    expect(() => parsePartnerPrices({ [mega]: { price_buff: 1 } })).toThrow('1 of 1 items');
    expect(() => parseMarketPrices({ updated_at: mega, markets: [], items: {} }, 'buff163', 0)).toThrow(
      'not of /api/prices',
    );
    expect(() => inspectBody(encode(`"${mega}"`), endpoints.partner)).toThrow();
  });

  test('of settings or of a page’s message are refused', () => {
    expect(parseSettingsFile(mega, settings)).toEqual({ refused: { reason: 'too-large' } });
    expect(parseAnswerEvent(`https://x.example/\n"${mega}"`)).toBeUndefined();
    expect(parseStateEvent(`[${'1,'.repeat(long / 2)}1]`)).toEqual([]);
  });
});

test('a header of 100 kB, six times what a server takes, is ignored or read', () => {
  const [size, text] = [100_000, mega.slice(0, 100_000)];
  const negotiate = (header: string | null) => negotiateEncoding(header, encodings);
  expect(negotiate(`${'br;q=0,'.repeat(size / 7)}gzip`).encoding).toBe('gzip');
  expect(negotiate(text).encoding).toBe('identity');
  expect(negotiate(`${' '.repeat(size)}br`).encoding).toBe('br');
  expect(matchesEtag('"'.repeat(size), '"a"')).toBe(false);
  expect(matchesEtag('W/"'.repeat(size / 4), '"a"')).toBe(false);
  expect(parseRetryAfter('9'.repeat(size), 0)).toBe(Number.MAX_SAFE_INTEGER);
  expect(parseRetryAfter(`Fri, ${text}`, 0)).toBeUndefined();
});

describe(`nested ${deep} deep`, () => {
  test('a body is refused as malformed', () => {
    expect(() => parsePartnerPrices(nested)).toThrow('not a map');
    expect(() => parsePartnerPrices({ a: { price_buff: nested } })).toThrow('1 of 1 items');
    let refused: unknown;
    try {
      inspectBody(encode(nest('{"a":', '1', '}')), endpoints.csgoroll);
    } catch (error) {
      refused = error;
    }
    expect(isMalformed(refused)).toBe(true);
  });

  test('settings and messages of a page are refused', () => {
    const file = `{"format":"skinlens-settings","version":1,"settings":{"sites":${nest('[', '', ']')}}}`;
    expect(parseSettingsFile(file, settings)).toMatchObject({ refused: { reason: 'bad-values', names: ['sites'] } });
    expect(parseStateEvent(nest('[', '', ']'))).toEqual([]);
  });

  test('the file of exchange rates is refused', () => {
    expect(() => parseEcbRates(nest('<Cube>', '', '</Cube>'))).toThrow();
    expect(() => parseEcbRates(`<!DOCTYPE x [${'<!ENTITY a "&b;&b;">'.repeat(5000)}]><x>&a;</x>`)).toThrow();
  });
});
