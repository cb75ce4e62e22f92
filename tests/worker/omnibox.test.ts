import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { asMarkup } from '#browser/browser-ui.ts';
import type { Offer, TableRow } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { createOmnibox, createPriceSearch, type OmniboxDeps } from '#worker/omnibox.ts';
import { messageSourceOf } from '../messages.ts';
import { quoted } from '../quoted.ts';

const name = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';
const asking = (more: Partial<TableRow> = {}) => quoted({ buff163: 123_456, csfloat: 1290, ...more }, 0);
const quote = asking();
const prices = { quotes: [quote], table: { version: 'a', asOf: 0 }, fault: null, rates: null };
const found = (over: object = {}): SearchAnswer => ({ state: 'found', names: [name], ...prices, ...over });

function makeWorld(parts: Partial<OmniboxDeps> = {}) {
  const asked: unknown[] = [];
  const opened: unknown[] = [];
  const omnibox = createOmnibox({
    search: createPriceSearch(
      {
        search: async (query, limit) => {
          asked.push({ query, limit });
          return { state: 'found', names: [name] };
        },
      },
      async () => prices,
    ),
    offers: async () => [],
    open: async (...args) => void opened.push(args),
    searchPage: (query) => `page?${query}`,
    explorePage: () => 'explore',
    message: (key, ...values) => messageSourceOf('en').getMessage(key, values),
    settings: async () => parseSettings({}),
    now: () => 600_000,
    ...parts,
  });
  return { omnibox, asked, opened };
}

describe('suggestions in the address bar', () => {
  test('show the item’s name and prices', async () => {
    const { omnibox, asked } = makeWorld();
    expect(await omnibox.suggest('  ak redl ft ')).toEqual([
      { content: name, description: `${name} · BUFF163 $1,234.56 · CSFloat $12.90` },
    ]);
    expect(asked).toEqual([{ query: 'ak redl ft', limit: 6 }]);
  });

  test('say that sample prices are samples', async () => {
    const table = { version: 'a', asOf: 0, sample: true };
    const { omnibox } = makeWorld({ search: async () => found({ table }) });
    const [first] = (await omnibox.suggest('ak')) ?? [];
    expect(first?.description).toBe(`${name} · sample prices · BUFF163 $1,234.56 · CSFloat $12.90`);
  });

  test.each([
    [{ quotes: [null] }, `${name} · No price`],
    [{ names: [doppler] }, `${doppler} · any phase · BUFF163 $1,234.56 · CSFloat $12.90`],
    [{ quotes: [], table: null }, `${name} · No price`],
    [{ quotes: [asking({ inflated: true })] }, `${name} · ⚠ BUFF163 $1,234.56 · ⚠ CSFloat $12.90`],
    [
      {
        quotes: [
          {
            ...quote,
            offers: [quote.offers[0], { market: 'csfloat', cents: 1290, asOf: -3 * 3_600_000, flagged: 'own' }],
          },
        ],
      },
      `${name} · BUFF163 $1,234.56 · ⚠ CSFloat $12.90 (⚠ 3 hr old)`,
    ],
  ])('%o', async (over, description) => {
    const { omnibox } = makeWorld({ search: async () => found(over) });
    expect((await omnibox.suggest('ak'))?.[0]?.description).toBe(description);
  });

  test.each([
    ['the user’s currency', { currency: { show: 'fixed', code: 'EUR' } }, 'BUFF163 €987.65 · CSFloat €10.32'],
    [
      'dollars for the page’s currency, because there is no page',
      { currency: { show: 'page', code: 'EUR' } },
      'BUFF163 $1,234.56 · CSFloat $12.90',
    ],
  ])('are in %s', async (_, settings, prices) => {
    const rates = { date: '1970-01-01', rates: { EUR: 0.8 } };
    const { omnibox } = makeWorld({
      search: async () => found({ rates }),
      settings: async () => parseSettings(settings),
    });
    expect((await omnibox.suggest('ak'))?.[0]?.description).toBe(`${name} · ${prices}`);
  });

  test.each([
    [3 * 60, '⚠ 3 hr old'],
    [59 * 60, '⚠ 2 days old'],
  ])('show the age of prices of %d minutes', async (minutes, words) => {
    const { omnibox } = makeWorld({ now: () => minutes * 60_000 });
    expect((await omnibox.suggest('ak'))?.[0]?.description).toBe(
      `${name} · ${words} · BUFF163 $1,234.56 · CSFloat $12.90`,
    );
  });

  test('are empty without names', async () => {
    const { omnibox } = makeWorld({ search: async () => ({ state: 'unavailable', reason: 'none' }) });
    expect(await omnibox.suggest('ak')).toBeUndefined();
  });

  test('for an earlier text are dropped', async () => {
    const slow = Promise.withResolvers<SearchAnswer>();
    const { omnibox } = makeWorld({ search: ({ query }) => (query === 'a' ? slow.promise : Promise.resolve(found())) });
    const older = omnibox.suggest('a');
    expect(await omnibox.suggest('ak')).toHaveLength(1);
    slow.resolve(found());
    expect(await older).toBeUndefined();
  });

  test('are requested with a truncated text', async () => {
    const { omnibox, asked } = makeWorld();
    await omnibox.suggest('x'.repeat(500));
    expect(asked).toEqual([{ query: 'x'.repeat(100), limit: 6 }]);
  });
});

describe('a text that is entered in the address bar', () => {
  const links: readonly Offer[] = [
    { market: 'buff163' },
    { market: 'youpin', cents: 1 },
    { market: 'csfloat', link: 'https://csfloat.com/item' },
  ];

  test.each(['', '  '])('opens all items where it is empty: "%s"', async (typed) => {
    const { omnibox, opened } = makeWorld();
    await omnibox.enter(typed, 'currentTab');
    expect(opened).toEqual([['explore', 'currentTab']]);
  });

  test('opens the first market with a link to the item, in the chosen tab', async () => {
    const { omnibox, opened } = makeWorld({ offers: async (of) => (of === name ? links : []) });
    await omnibox.enter(`${name} `, 'newBackgroundTab');
    expect(opened).toEqual([['https://csfloat.com/item', 'newBackgroundTab']]);
  });

  test.each([
    ['an item without a link', async () => [{ market: 'buff163' } as const]],
    ['unreadable details', async () => Promise.reject(new Error('no storage'))],
  ])('opens the search page with %s', async (_, offers) => {
    const { omnibox, opened } = makeWorld({ offers });
    await omnibox.enter('ak redl', 'currentTab');
    expect(opened).toEqual([['page?ak redl', 'currentTab']]);
  });
});

describe('a description for Chromium', () => {
  const parser = new XMLParser({ trimValues: false, parseTagValue: false, processEntities: true });

  test('is XML of the same text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text)),
        (text) => {
          const xml = `<d>x${asMarkup(text)}x</d>`;
          expect(XMLValidator.validate(xml)).toBe(true);
          expect(parser.parse(xml).d).toBe(`x${text}x`);
        },
      ),
    );
  });

  test('has no character that XML forbids', () => {
    expect(asMarkup('a\u0000\u0008\ud800\uffffb<&>"\'')).toBe('ab&lt;&amp;&gt;&quot;&apos;');
  });
});
