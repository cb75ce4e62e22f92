import { expect, test } from 'vitest';
import { defineSite } from '#core/site.ts';
import { centsOf, openPage, site } from '../sample-page.ts';

/** A site whose cards are read for the item that the address names, as an item's own page is. */
const routed = defineSite({
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card) => {
      const item = card.ownerDocument.location.pathname.split('/')[2];
      return item && card.getAttribute('data-name')?.includes(item) ? { item } : undefined;
    },
  })),
});

const openRouted = async (names: readonly string[], route: string) => {
  const page = openPage([], routed);
  page.document.defaultView?.history.pushState({}, '', route);
  for (const name of names) page.add(name);
  page.overlays.start();
  await page.settle();
  return page;
};

test('at a new address every card is read again before the next frame, though the card itself did not change', async () => {
  const page = await openRouted(['AK AWP', 'AK'], '/market/AK');
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK', 'AK']);
  page.document.defaultView?.history.pushState({}, '', '/market/AWP');
  page.main.append('a change outside of the cards');
  await new Promise((resolve) => setImmediate(resolve));
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual([]);
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
  const [card] = page.document.querySelectorAll('.card');
  expect(card && page.cents(card)).toBe(String(centsOf('AWP', 1)));
});

test('a change of the query alone is a new address, too', async () => {
  const byQuery = defineSite({
    ...site,
    pages: site.pages.map((page) => ({
      ...page,
      read: (card) => {
        const item = new URLSearchParams(card.ownerDocument.location.search).get('item');
        return item ? { item } : undefined;
      },
    })),
  });
  const page = openPage(['x'], byQuery);
  page.document.defaultView?.history.pushState({}, '', '/market?item=AK');
  page.overlays.start();
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK']);
  page.document.defaultView?.history.pushState({}, '', '/market?item=AWP');
  page.main.append('a change outside of the cards');
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
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
  page.overlays.start();
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AK']);
  link.setAttribute('href', 'AWP');
  await new Promise((resolve) => setImmediate(resolve));
  expect(page.hosts()).toEqual([]);
  await page.settle();
  expect(page.hosts().map((host) => host.getAttribute('data-item'))).toEqual(['AWP']);
});
