import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { isMarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { Reading } from '#core/site.ts';
import { cardsOfSample, readingOf } from '../../sites/page.ts';
import { drawModel, type ModelCase, modelOfCase, now } from './model-case.ts';

Object.assign(globalThis, { document: new JSDOM('').window.document });

const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const reading: Reading = { item, own: true, listing: { cents: 5000, currency: 'USD' } };
const asks = (market: Offer['market'], cents: number, more: Partial<Offer> = {}) => ({
  ...{ market, cents, asOf: now - 4 * minute },
  ...more,
});
const table = { csfloat: 4880, inflated: false };
const note = (of: ModelCase) => {
  const usual = { site: 'csfloat', reading, quote: table, ageMs: 4 * minute };
  const { textContent, title } = [
    ...drawModel(item, modelOfCase(of, usual)).querySelectorAll<HTMLElement>('.notes span'),
  ].find(({ title }) => title.startsWith('Your own')) ?? { textContent: undefined, title: undefined };
  return [textContent, title];
};
const only = (of: ModelCase) => note(of)[0];
const steam = (more: Partial<Offer> = {}, of: ModelCase = {}) =>
  only({ site: 'steam', ...of, quote: { ...table, more: [asks('steam', 4900, more)] } });

test('an own listing says how it stands on its market, as of when, and that the lowest ask may be its own', () => {
  expect(note({})).toEqual([
    'undercut by $1.20',
    'Your own listing: 4 min ago the lowest ask here was $1.20 less. It may be an earlier one of yours.',
  ]);
  expect(note({ quote: { ...table, csfloat: 5000 } })).toEqual([
    'lowest',
    'Your own listing: 4 min ago nobody was known to ask less here.',
  ]);
  expect(steam()).toBe('undercut by $1.00');
  const rates = { date: '2026-11-20', rates: { CNY: 7.2 } };
  const inYuan = { ...reading, listing: { cents: 36_000, currency: 'CNY' } };
  expect(only({ site: 'buff163', rates, reading: inYuan, quote: { buff163: 4850, inflated: false } })).toBe(
    'undercut by ¥10.80',
  );
});

test.each<[string, string | undefined]>([
  ['an auction', only({ reading: { ...reading, kind: 'bid' } })],
  ['a phase', only({ reading: { ...reading, phase: 'Ruby' } })],
  ['an item of phases', only({ reading: { ...reading, item: '★ Karambit | Doppler (Factory New)' } })],
  ['no price', only({ reading: { item, own: true } })],
  ['no rate', only({ reading: { ...reading, listing: { cents: 5000, currency: 'EUR' } } })],
  ['old prices', only({ ageMs: 91 * minute })],
  ['a flagged price', only({ quote: { ...table, inflated: true } })],
  ['sample prices', only({ sample: true })],
  ['a site that is no market', only({ site: 'skinport' })],
  ['no ask here', only({ quote: { buff163: 4000, inflated: false } })],
  ['a market that is not loaded', only({ site: 'steam' })],
  ['an old ask here', steam({ asOf: now - 91 * minute })],
  ['an ask of a wrong clock', steam({ asOf: now + 2 * minute })],
  ['a flagged ask', steam({ flagged: 'own' })],
  ['another own listing of the same', only({ asks: [{ item, listing: { cents: 4880, currency: 'USD' } }] })],
])('an own listing with %s is only the user’s', (_, text) => expect(text).toBe('yours'));

test('an own listing of another item says nothing of this one, and one in another currency makes it unknown', () => {
  expect(only({ asks: [{ item, listing: { cents: 9e5, currency: 'EUR' } }] })).toBe('yours');

  expect(only({ asks: [{ item: 'AWP | Asiimov (Field-Tested)', listing: { cents: 4880, currency: 'USD' } }] })).toBe(
    'undercut by $1.20',
  );
});

test.each([
  ['buff163', 'my sales'],
  ['steam', 'home'],
  ['csfloat', 'watchlist in euros'],
  ['dmarket', 'my items'],
  ['whitemarket', 'inventory'],
])('%s, %s: an own sale is undercut by a tenth less, and by as much more it is not', (site, page) => {
  const rates = { date: '2026-11-20', rates: { CNY: 7.2, EUR: 0.8 } };
  const undercut = [0.9, 1.1].map((share) =>
    cardsOfSample(site, page)
      .flatMap(({ read }) => readingOf(read) ?? [])
      .filter(({ own, listing }) => own && listing)
      .flatMap((each) => {
        const { cents = 0, currency = '' } = each.listing ?? {};
        const usd = (cents / (currency === 'CNY' ? 7.2 : 1)) * share;
        if (!isMarketId(site)) return [];
        const more = [asks(site, usd)];
        const { own } = modelOfCase(
          { site, rates, reading: each },
          { reading, quote: { inflated: false, [site]: usd, more } },
        );
        return typeof own === 'object' ? own.less.cents > 0 : [];
      }),
  );
  expect(undercut.map((each) => new Set(each))).toEqual([new Set([true]), new Set([false])]);
});
