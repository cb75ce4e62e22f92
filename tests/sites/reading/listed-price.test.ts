import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { besidePrints } from '#core/prices/listing-dispute.ts';
import {
  besideCard,
  centsFromHundredths,
  centsFromMajor,
  centsFromThousandths,
  toMoney,
} from '#sites/reading/listed-price.ts';

test.each([3120, 1])('%i hundredths are as many cents', (units) => expect(centsFromHundredths(units)).toBe(units));

test.each([0, -1, 1.5, '3120', null])('%j hundredths are no price', (units) =>
  expect(centsFromHundredths(units)).toBeUndefined(),
);

test.each([
  [31_200, 3120],
  [35, 3.5],
  [12_345, 1234.5],
  [10, 1],
])('%i thousandths are %d cents', (units, cents) => expect(centsFromThousandths(units)).toBe(cents));

test.each([0, -10, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e20, '31200', null])(
  '%j thousandths are no price',
  (units) => expect(centsFromThousandths(units)).toBeUndefined(),
);

test.each([
  [31.2, 3120],
  ['31.2', 3120],
  [1234, 123_400],
  ['0.035', 3.5],
  [0.1 + 0.2, 30],
])('%j whole units are %d cents', (value, cents) => expect(centsFromMajor(value)).toBe(cents));

test.each([0, -1, '1,234', '$5', '', ' 5', '1e3', '0', 1e300, Number.NaN, null, {}])('%j is no price', (value) =>
  expect(centsFromMajor(value)).toBeUndefined(),
);

describe('besideCard: a price from the page’s data', () => {
  const listing = { cents: 1234, currency: 'USD' };
  const euros = { cents: 1102, currency: 'EUR' };
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
    ['where the place strikes another through', '<p class="price"><s>$15.00</s> <b>$12.34 -18%</b></p>'],
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
    ['its place strikes it through beside another', '<p class="price"><s>$12.34</s> <b>$10.00</b></p>'],
    ['a class strikes it through', '<p class="price">$10.00<b class="line-through">$12.34</b></p>'],
  ])('is none where %s', (_, html) => expect(read(html)).toEqual({ disputed: true }));

  test('is kept where the place has another name only beside a print in the currency that the page shows', () => {
    expect(read('<p>€11.02</p><p>Steam $15.00</p>', 'EUR').listing).toEqual(listing);
    expect(read('<p>$15.00</p>', 'EUR')).toEqual({ disputed: true });
  });

  test('is kept beside another country’s dollar', () =>
    expect(read('<p class="price">$16.90</p>', 'CAD').listing).toEqual(listing));

  test('is none where it is struck through beside what is no amount alone', () => {
    document.body.innerHTML = '<p class="price"><s>$12.34</s> <b>$10.00 -18%</b></p>';
    expect(besideCard(listing, document.body, '.price')).toEqual({ disputed: true });
  });

  test('stays absent', () => expect(besideCard(undefined, document.body, '.price').listing).toBeUndefined());
});

test.each([
  [1234, 'EUR', { cents: 1234, currency: 'EUR' }],
  [undefined, 'EUR', undefined],
  [1234, 'eur', undefined],
  [1234, 'EURO', undefined],
  [1234, 7, undefined],
])('%j cents in %j are the price %j', (cents, currency, money) => expect(toMoney(cents, currency)).toEqual(money));
