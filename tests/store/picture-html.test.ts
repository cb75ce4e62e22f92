import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { frameDocument, tileDocument } from '#store/take-pictures.ts';

const brand = { tokens: ':root { --sl-page: #123456; }', icon: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
const caption = 'Prices <b>& more</b>';

test('a picture shows its caption unchanged, its screenshots in their places, and loads nothing', () => {
  const screenshots = [
    { png: Uint8Array.of(1, 2, 3), left: 40, top: 104, width: 1200 },
    { png: Uint8Array.of(4), left: 860, top: 120, width: 360 },
  ];
  const { document } = new JSDOM(frameDocument(brand, { caption, theme: 'light', screenshots })).window;
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(document.querySelector('h1')?.textContent).toBe(caption);
  expect(document.querySelector('style')?.textContent).toContain(brand.tokens);
  const shots = [...document.querySelectorAll<HTMLImageElement>('img.shot')];
  expect(shots.map(({ src, style }) => [src, style.left, style.top, style.width])).toEqual([
    ['data:image/png;base64,AQID', '40px', '104px', '1200px'],
    ['data:image/png;base64,BA==', '860px', '120px', '360px'],
  ]);
  for (const { src } of document.images) expect(src).toMatch(/^data:image\//);
});

test('the tile shows the name and its caption', () => {
  const { document } = new JSDOM(tileDocument(brand, caption)).window;
  expect(document.querySelector('h1')?.textContent).toBe('Skinlens');
  expect(document.querySelector('p')?.textContent).toBe(caption);
});
