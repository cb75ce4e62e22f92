import { describe, expect, test } from 'vitest';
import { amountText, idInLinks, steamImageIn } from '#sites/reading/elements.ts';
import { documentAt } from '../page.ts';

const idOf = (html: string) => {
  const card = documentAt('https://example.org/', `<body>${html}</body>`).querySelector('.card');
  return card ? idInLinks(card, /^\/item\/(\d+)\/?$/) : 'no card';
};

test.each([
  ['<div class="card"><a href="/item/7"></a></div>', '7'],
  ['<div class="card"><a href="/item/7?x=1#y"></a><a href="/item/7/"></a></div>', '7'],
  ['<a class="card" href="/item/7"></a>', '7'],
  ['<a href="/item/7"><div class="card"></div></a>', '7'],
  ['<div class="card"><a href="/item/7"></a><a href="/seller/8"></a></div>', '7'],
])('%s has one id', (html, id) => expect(idOf(html)).toBe(id));

test.each([
  '<div class="card"></div>',
  '<div class="card"><a></a></div>',
  '<div class="card"><a href="/item/7"></a><a href="/item/8"></a></div>',
  '<a href="/item/8"><div class="card"><b><i href="/item/7"></i></b></div></a><a href="/item/7"></a>'.replace(
    '/8',
    '/x',
  ),
])('%s has none', (html) => expect(idOf(html)).toBeUndefined());

test.each([
  ['¥ 13985<small>.68</small>', '¥ 13985.68'],
  ['<b>$</b>12.99<i>USD</i>', '$12.99USD'],
  ['$12<sup>99</sup>', ''],
  ['<i>2</i> 345,67 €', ''],
])('the amount in %s is %j', (html, text) =>
  expect(amountText(documentAt('https://example.org/', html).body)).toBe(text),
);

const id = '-9a81dlWLwJ2UUGcVs_nsVtzdOEdtWwKGZZLQHTx';
const steam = `https://community.akamai.steamstatic.com/economy/image/${id}`;

describe('steamImageIn', () => {
  test.each([
    ['the id alone', id],
    ['an address', steam],
    ['an address with a size', `${steam}/360fx360f`],
    ['an address with a query', `${steam}?size=1`],
    ['an encoded address in another', `/_next/image?url=${encodeURIComponent(steam)}&w=256&q=75`],
    ['one that is encoded twice', `/_next/image?url=${encodeURIComponent(encodeURIComponent(steam))}&w=256`],
  ])('reads %s', (_, address) => expect(steamImageIn(address)).toBe(id));

  test.each(['', '/', '/placeholder.svg', '/image/', '/image/class/730/310776756/256fx256f', 'a b', '%', '<img>'])(
    'finds none in %j',
    (address) => expect(steamImageIn(address)).toBeUndefined(),
  );
});
