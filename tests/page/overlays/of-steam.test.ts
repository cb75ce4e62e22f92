import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Offer } from '#core/prices/offer.ts';
import type { Reading } from '#core/site.ts';
import { drawModel, type ModelCase, modelOfCase, now } from './model-case.ts';

Object.assign(globalThis, { document: new JSDOM('').window.document });

const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const reading: Reading = { item, listing: { cents: 2680, currency: 'EUR' } };
const rates = { date: '2026-11-20', rates: { EUR: 0.8 } };
const settings = { overlay: { ofSteam: true } };
const quoteOf = (more: Partial<Offer> = {}) => ({
  ...{ buff163: 3000, inflated: false, liquidity: 92 },
  more: [{ market: 'steam' as const, cents: 5000, asOf: now - 50 * minute, ...more }],
});
const element = (of: ModelCase) =>
  drawModel(item, modelOfCase(of, { site: 'csfloat', reading, rates, settings, quote: quoteOf() }));
const foot = (of: ModelCase) => element(of).querySelector('.liquidity')?.textContent;

test('a listing’s per cent of Steam’s ask stand in place of the liquidity, with the age of that ask', () => {
  // 26.80 € are $33.50, which are 67 % of $50.00.
  expect(foot({})).toBe('67% of Steam');
  expect(element({}).querySelector('.foot')?.getAttribute('title')).toBe(
    'The listing asks 67% of Steam’s lowest ask.\nPrices of 50 min ago\nConverted at the rate of 2026-11-20: 1 USD = 0.8 EUR.',
  );
  expect(element({}).querySelector('.bar')).toBeNull();
});

test.each<[string, ModelCase]>([
  ['unless the user wants it', { settings: {} }],
  ['on Steam itself', { site: 'steam' }],
  ['while Steam’s prices are not loaded', { quote: { buff163: 3000, inflated: false, liquidity: 92 } }],
  ['without an ask', { quote: quoteOf({ cents: undefined }) }],
  ['of an old ask', { quote: quoteOf({ asOf: now - 91 * minute }) }],
  ['of a flagged ask', { quote: quoteOf({ flagged: 'own' }) }],
  ['of a phase', { reading: { ...reading, phase: 'Ruby' } }],
  ['of an auction', { reading: { ...reading, kind: 'bid' } }],
  ['without a listing', { reading: { item } }],
  ['of what is not for sale', { reading: { ...reading, kind: 'none', listing: undefined } }],
  ['without a rate', { rates: null }],
  ['of samples', { sample: true }],
])('it is the liquidity %s', (_, of) => expect(foot(of)).toBe('92'));
