import { expect, test } from 'vitest';
import { parsePrinted } from '#core/money/money.ts';
import { printedListing } from '#sites/reading/listed-price.ts';
import { documentAt } from '../page.ts';

const centsIn = (html: string, known?: RegExp) => {
  const { body } = documentAt('https://example.com/', `<style>.old { text-decoration: line-through }</style>${html}`);
  const parse = (text: string) => parsePrinted(text, { symbols: { $: 'USD' } });
  return printedListing(body, '.price', parse, known)?.listing?.cents;
};

test.each([
  [1299, '<p class="price">$12.99</p><p>$15.00</p>'],
  [1299, '<p class="price">$12.99<i>-13%</i></p>'],
  [1250, '<p class="price">$12.50</p><p class="price">$12.5</p>'],
  [1299, '<div>AK-47 | Redline</div><div>Field-Tested</div><i>0.2314</i><b>$12.99</b><i>-13%</i><i>98% rating</i>'],
  [199_950, '<b>Katowice 2019</b><b>1 999,50 €</b><button>Buy</button>'],
  [1299, '<b>$12.99</b><i>Suggested price $15.00</i>', /^Suggested price/],
])('%d cents in %s', (cents, html, known?: RegExp) => expect(centsIn(html, known)).toBe(cents));

test.each([
  ['two places that differ', '<p class="price">$12.99</p><p class="price">$13.99</p>'],
  ['a place that is struck through', '<del class="price">$12.99</del>'],
  ['a place whose only part is struck through', '<p class="price"><b class="old">$12.99</b></p><p>$10.00</p>'],
  ['from a price, in the place', '<p class="price"><i>ab</i> <b>$12.99</b></p>'],
  ['a rent, in the place', '<p class="price">$12.99<i>/ day</i></p>'],
  ['a stack, in the place', '<p class="price">$12.99<i>x3</i></p>'],
  ['before fees, in the place', '<p class="price">$12.99<i>+ fee</i></p>'],
  ['a rent', '<b>$12.99</b><i>/ day</i>'],
  ["Steam's price", '<i>Steam price</i><b>$12.99</b>'],
  ['a value', '<i>Sticker value</i><b>$12.99</b>'],
  ['an offer', '<i>Best offer</i><b>$12.99</b>'],
  ['what is saved', '<i>You save</i><b>$12.99</b>'],
  ['an old price in Chinese', '<i>原价</i><b>$12.99</b>'],
  ['an old price in Russian', '<i>Старая цена</i><b>$12.99</b>'],
  ['a rent in Spanish', '<i>Alquiler</i><b>$12.99</b>'],
  ['two amounts', '<b>$12.99</b><i>$15.00</i>'],
  ['tax', '<b>$10.92</b><em>$12.99 incl. tax</em>'],
  ['tax beside the only amount', '<b>$10.92</b><em>incl. tax</em>'],
  ['before a discount', '<b>$16.24</b> … <i>Now $12.99</i>'],
  ['a text of a seller', '<b>$12.99</b><i>only $5 more for my other one</i>'],
  ['a count beside the amount', '<b>1</b><b>84.70 USD</b>'],
  ['a count behind the amount', '<b>84.70 USD</b><b>x5</b>'],
  ['cents apart', '<b>$1,234</b><sup>.56</sup>'],
  ['cents apart without a sign, in the place', '<p class="price">$12<sup>99</sup></p>'],
  ['a sign apart', '<i>$</i><b>12.99</b>'],
  ['a number in another element beside another amount', '<b>12.99</b><i>$5.00</i>'],
  ['struck through', '<s>$12.99</s>'],
  ['struck through by a style', '<div class="old"><b>$12.99</b></div>'],
  ['a last sale', '<i>Last sale</i><b>$12.99</b>'],
  ['a buy order', '<i>Buy orders</i><b>$12.99</b>'],
  ['a highest bid', '<i>3 bids</i><b>$12.99</b>'],
  ['what a seller receives', '<i>You receive</i><b>$12.99</b>'],
  ['a sale in German', '<i>Zuletzt verkauft</i><b>12,99 €</b>'],
  ['a purchase order in Chinese', '<i>求购 12</i><b>$12.99</b>'],
  ['what is reserved', '<i>Reserved</i><b>$12.99</b>'],
  ['no sign', '<b>12.99</b>'],
  ['a whole page', `<b>$12.99</b>${'<i></i>'.repeat(300)}`],
])('no listing: %s', (_, html) => expect(centsIn(html)).toBeUndefined());
