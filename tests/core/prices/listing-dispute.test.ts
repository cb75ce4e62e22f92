import { expect, test } from 'vitest';
import { believed, besidePrints, isListDisputed } from '#core/prices/listing-dispute.ts';
import type { Reading } from '#core/site.ts';
import { quoted } from '../../quoted.ts';

const rates = { date: '2026-11-26', rates: { EUR: 0.87, CNY: 7.2 } };
const usd = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'USD' });
const eur = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'EUR' });
const card = (listing: Reading['listing'], rest: Partial<Reading> = {}): Reading => ({
  item: 'AK-47',
  listing,
  ...rest,
});

test.each([
  ['nothing', [], { listing: usd('10.00') }],
  ['the same, rounded', [usd('10.004')], { listing: usd('10.00') }],
  ['the same among others', [usd('12.00'), usd('10.00')], { listing: usd('10.00') }],
  ['another amount', [usd('10.10')], { disputed: true }],
  ['the same in another currency', [eur('10.00')], { disputed: true }],
  ['what only a rate tells', [eur('8.70')], { listing: usd('10.00'), printed: [eur('8.70')] }],
])('a price from the page’s data beside a print of %s', (_, prints, told) =>
  expect(besidePrints(usd('10.00'), prints)).toEqual(told),
);

test.each([
  ['of our rate', '10.00', '8.70', true],
  ['of a site’s own rate', '10.00', '9.20', true],
  ['of another currency’s amount', '10.00', '10.00', false],
  ['of another price', '10.00', '9.50', false],
  ['rounded to a cent', '0.03', '0.03', true],
  ['of a hundredth', '1000.00', '8.70', false],
])('a listing counts beside a print in euros %s: %s, %s', (_, told, print, counts) => {
  const reading = card(usd(told), { printed: [eur(print)] });
  expect(believed(reading, false, rates).listing !== undefined).toBe(counts);
  expect(believed(reading, false, null).listing !== undefined).toBe(told !== print || told === '0.03');
});

const quote = quoted({ buff163: 1000 }, 0);
const list = (amount: string, count = 3) =>
  Array.from({ length: count }, () => ({ reading: card(usd(amount)), quote }));

test('a list a hundred times off the table’s prices has no listings, whatever a few of its cards cost', () => {
  expect(isListDisputed(list('10.00'), rates)).toBe(false);
  expect(isListDisputed([...list('10.00'), ...list('1000.00', 2)], rates)).toBe(false);
  for (const amount of ['1000.00', '0.10']) {
    expect(isListDisputed([...list(amount), ...list('10.00', 2)], rates)).toBe(true);
    expect(isListDisputed(list(amount, 1), null)).toBe(true);
  }
  expect(believed(card(usd('10.00')), true, rates)).toEqual(card(undefined, { disputed: true }));
});

test('a list of which half prints something else has no listings', () => {
  const others = list('10.00').map((one) => ({ ...one, reading: card(undefined, { disputed: true }) }));
  const euros = list('10.00').map((one) => ({ ...one, reading: card(usd('10.00'), { printed: [eur('10.00')] }) }));
  for (const some of [others, euros]) {
    expect(isListDisputed([...some, ...list('10.00', 3)], rates)).toBe(true);
    expect(isListDisputed([...some, ...list('10.00', 4)], rates)).toBe(false);
  }
});

test('bids, phases and items without a price say nothing of a list', () => {
  const [one] = list('1000.00');
  const silent: Partial<Reading>[] = [{ kind: 'bid' }, { phase: 'Ruby' }];
  const cards = silent.map((rest) => ({
    quote,
    reading: card(usd('1000.00'), rest),
  }));
  expect(isListDisputed([...cards, { reading: card(usd('1000.00')), quote: null }], rates)).toBe(false);
  expect(isListDisputed(one ? [...cards, one] : [], rates)).toBe(true);
});

test('a list that was looked at is looked at anew when its quotes or its rates come', () => {
  const cards = list('1000.00');
  expect(
    isListDisputed(
      cards.map((one) => ({ ...one, quote: null })),
      rates,
    ),
  ).toBe(false);
  expect(isListDisputed(cards, rates)).toBe(true);
  const euros = list('10.00').map((one) => ({ ...one, reading: card(usd('10.00'), { printed: [eur('9.50')] }) }));
  expect(isListDisputed(euros, null)).toBe(false);
  expect(isListDisputed(euros, rates)).toBe(true);
});
