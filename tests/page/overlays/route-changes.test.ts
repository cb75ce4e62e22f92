import { expect, test } from 'vitest';
import { defineSite } from '#core/site.ts';
import buffmarket from '#sites/buffmarket.ts';
import csfloat from '#sites/csfloat.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

/** A site whose cards are read for the item that the path or the query names, as an item's own page is. */
const routed = defineSite({
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card) => {
      const { pathname, search } = card.ownerDocument.location;
      const item = new URLSearchParams(search).get('item') ?? pathname.split('/')[2];
      return item && card.getAttribute('data-name')?.includes(item) ? { item } : undefined;
    },
  })),
});

test('at a new address every card is read again before the next frame, though the card itself did not change', async () => {
  const page = openPage(['AK AWP', 'AK'], routed);
  page.document.defaultView?.history.pushState({}, '', '/market/AK');
  await page.start();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK', 'AK']);
  page.document.defaultView?.history.pushState({}, '', '/market/AWP');
  page.main.append('a change outside of the cards');
  await new Promise((resolve) => setImmediate(resolve));
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual([]);
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
  const [card] = page.document.querySelectorAll('.card');
  expect(card && page.cents(card)).toBe(String(centsOf('AWP', 1)));
  // The query alone makes a new address.
  page.document.defaultView?.history.pushState({}, '', '/market/AWP?item=AK');
  page.main.append('a change outside of the cards');
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK', 'AK']);
});

test('a card within a link is read again when the link leads elsewhere', async () => {
  const linked = defineSite({
    ...site,
    attributes: ['href'],
    pages: site.pages.map((page) => ({
      ...page,
      read: (card) => {
        const item = card.closest('a')?.getAttribute('href');
        return item ? { item } : undefined;
      },
    })),
  });
  const page = openPage(['x'], linked);
  const link = page.document.createElement('a');
  link.setAttribute('href', 'AK');
  const [card] = page.document.querySelectorAll('.card');
  page.main.append(link);
  link.append(card ?? '');
  await page.start();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK']);
  link.setAttribute('href', 'AWP');
  await new Promise((resolve) => setImmediate(resolve));
  expect(page.hosts()).toEqual([]);
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
});

test('cards are read again when a menu outside of them tells the currency later', async () => {
  const page = openPage([], csfloat);
  page.document.defaultView?.history.pushState({}, '', '/search');
  page.main.innerHTML = `<header></header><item-card>
    <app-item-name><b class="item-name">AK-47 | Redline</b><b class="subtext">Field-Tested</b></app-item-name>
    <div class="price-row"><b class="price">$12.34</b></div></item-card>`;
  const shown = () =>
    page.hosts().map((host) => [host.getAttribute('data-listing'), host.getAttribute('data-currency')]);
  await page.start();
  expect(shown()).toEqual([[null, null]]);
  const header = page.document.querySelector('header');
  if (header) header.innerHTML = '<mat-select><mat-select-trigger>USD</mat-select-trigger></mat-select>';
  await page.settle();
  expect(shown()).toEqual([['12.34', 'USD']]);
  const [text] = page.document.querySelector('mat-select-trigger')?.childNodes ?? [];
  if (text) text.nodeValue = 'EUR';
  await page.settle();
  expect(shown()).toEqual([[null, null]]);
});

test('offers are read again when the head of their page shows their item later', async () => {
  const page = openPage([], buffmarket);
  const [item, path] = ['AK-47 | Redline (Field-Tested)', '/market/goods/cs2/AK-47%20%7C%20Redline%20(Field-Tested)'];
  page.document.defaultView?.history.pushState({}, '', path);
  page.main.innerHTML = `<div class="goods-message"><b>AWP | Asiimov (Field-Tested)</b></div>
    <div class="market-goods-sell-content"><i>0.21873333</i><b class="market-goods-sell-col-price">$12.34</b></div>`;
  page.overlays.addRows([{ key: `offers ${item}\n0.218733`, item }]);
  await page.start();
  expect(page.hosts()).toEqual([]);
  const [head] = page.document.querySelectorAll('.goods-message b');
  if (head?.firstChild) head.firstChild.nodeValue = item;
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual([item, item]);
});
