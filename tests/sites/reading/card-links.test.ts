import { expect, test } from 'vitest';
import { idInLinks } from '#sites/reading/card-links.ts';
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
