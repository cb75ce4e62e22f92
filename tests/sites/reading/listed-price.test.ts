import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { besidePrints } from '#core/prices/listing-dispute.ts';
import {
  besideCard,
  decimalFromHundredths,
  decimalFromMajor,
  decimalFromThousandths,
  toMoney,
} from '#sites/reading/listed-price.ts';

test.each([3120, 1])('%i hundredths are a decimal string', (units) =>
  expect(decimalFromHundredths(units)).toBe((units / 100).toFixed(2)),
);

test.each([0, -1, 1.5, '3120', null])('%j hundredths are no price', (units) =>
  expect(decimalFromHundredths(units)).toBeUndefined(),
);

test.each([
  [31_200, '31.20'],
  [35, '0.035'],
  [12_345, '12.345'],
  [10, '0.01'],
])('%i thousandths are %s', (units, amount) => expect(decimalFromThousandths(units)).toBe(amount));

test.each([0, -10, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e20, '31200', null])(
  '%j thousandths are no price',
  (units) => expect(decimalFromThousandths(units)).toBeUndefined(),
);

test.each([
  [31.2, '31.20'],
  ['31.2', '31.20'],
  [1234, '1234.00'],
  ['0.035', '0.035'],
  [0.1 + 0.2, '0.30'],
])('%j whole units are %s', (value, amount) => expect(decimalFromMajor(value)).toBe(amount));

test.each([0, -1, '1,234', '$5', '', ' 5', '1e3', '0', 1e300, Number.NaN, null, {}])('%j is no price', (value) =>
  expect(decimalFromMajor(value)).toBeUndefined(),
);

describe('besideCard: a price from the page’s data', () => {
  const listing = { amount: '12.34', currency: 'USD' };
  const euros = { amount: '11.02', currency: 'EUR' };
  const { document } = new JSDOM('').window;
  const read = (html: string, shown?: string) => {
    document.body.innerHTML = html;
    const { listing: told, printed = [] } = besideCard(listing, document.body, '.price', shown);
    return besidePrints(told, printed);
  };

  test.each([
    ['beside its place', '<p class="price">$12.34</p><p>$99.00</p>'],
    ['beside a discount in its place', '<p class="price"><b>$12.34</b> <i>-18%</i></p>'],
    ['where the place has another name', '<p class="renamed"><b>$12</b>.34</p><p>Steam $15.00</p>'],
    ['where a discount stands behind it', '<p>$12.34 <i>-18%</i></p><p>Steam $15.00</p>'],
    ['where the place prints no amount', '<p class="price">Sold</p>'],
  ])('is kept %s', (_, html) => expect(read(html)).toEqual({ listing }));

  test.each([
    ['beside a place in another currency', '<p class="price">€11.02</p><p>$99.00</p>'],
    ['where nothing in its currency is printed', '<p>€11.02</p>'],
  ])('is kept with its print %s', (_, html) => expect(read(html)).toEqual({ listing, printed: [euros] }));

  test.each([
    ['its place prints another, whatever the rest does', '<p class="price">$13.00</p><p>$12.34</p>'],
    ['its place prints another and a discount', '<p class="price"><b>$13.00</b><i>-18%</i></p>'],
    ['the place has another name and no text is the amount', '<p>$13.00</p><p>Steam</p><p>$15.00</p>'],
    ['its place prints the same in another currency', '<p class="price">€12.34</p>'],
  ])('is none where %s', (_, html) => expect(read(html)).toEqual({ disputed: true }));

  test('is kept where the place has another name only beside a print in the currency that the page shows', () => {
    expect(read('<p>€11.02</p><p>Steam $15.00</p>', 'EUR').listing).toEqual(listing);
    expect(read('<p>$15.00</p>', 'EUR')).toEqual({ disputed: true });
  });

  test('is kept beside another country’s dollar', () =>
    expect(read('<p class="price">$16.90</p>', 'CAD').listing).toEqual(listing));

  test('stays absent', () => expect(besideCard(undefined, document.body, '.price').listing).toBeUndefined());
});

test.each([
  ['12.34', 'EUR', { amount: '12.34', currency: 'EUR' }],
  [undefined, 'EUR', undefined],
  ['12.34', 'eur', undefined],
  ['12.34', 'EURO', undefined],
  ['12.34', 7, undefined],
])('%j in %j is the price %j', (amount, currency, money) => expect(toMoney(amount, currency)).toEqual(money));
