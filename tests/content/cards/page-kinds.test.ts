import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { placeOf } from '#content/cards/page-kinds.ts';

test('an address is tested once, and anew when the page has changed it', () => {
  const { window } = new JSDOM('', { url: 'https://sample.invalid/market' });
  const path = /^\/market/;
  const tested = vi.spyOn(path, 'test');
  const place = placeOf({ id: 'sample', tapped: false, pages: [{ path, card: '.card' }] }, window.document);
  expect([place(), place()]).toMatchObject([{ path: '/market', kinds: [{ card: '.card' }] }, { path: '/market' }]);
  expect(tested).toHaveBeenCalledTimes(1);
  window.history.pushState({}, '', '/faq');
  expect([place(), place()]).toMatchObject([{ path: '/faq', kinds: [] }, { path: '/faq' }]);
  expect(tested).toHaveBeenCalledTimes(2);
});
