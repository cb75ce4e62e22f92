import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import {
  frameDocument,
  maxPictureBytes,
  pictureProblem,
  readPngHeader,
  screenshotSize,
  tileDocument,
} from '#store/picture-html.ts';

const icon = readFileSync(new URL('../../public/icons/48.png', import.meta.url));

/** The header of a PNG, padded with zeros. */
function png(width: number, height: number, colour: number, bytes = 40): Uint8Array {
  const made = new Uint8Array(bytes);
  made.set(icon.subarray(0, 33));
  const view = new DataView(made.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint8(25, colour);
  return made;
}

describe('a PNG', () => {
  test('has the size of its header', () => {
    expect(readPngHeader(icon)).toMatchObject({ width: 48, height: 48 });
  });

  test.each([0, 2])('of the right size and of colour type %i passes', (colour) => {
    expect(pictureProblem(png(1280, 800, colour), screenshotSize)).toBeUndefined();
  });

  test.each([3, 4, 6])('of colour type %i is refused: it has transparent pixels', (colour) => {
    expect(pictureProblem(png(1280, 800, colour), screenshotSize)).toBe('has transparent pixels');
  });

  test('of another size, or of too many bytes, is refused', () => {
    expect(pictureProblem(png(1280, 801, 2), screenshotSize)).toBe('is 1280 × 801, not 1280 × 800');
    expect(pictureProblem(png(2560, 1600, 2), screenshotSize)).toBe('is 2560 × 1600, not 1280 × 800');
    expect(pictureProblem(png(1280, 800, 2, maxPictureBytes + 1), screenshotSize)).toMatch(/^has 4194305 bytes/);
    expect(pictureProblem(png(1280, 800, 2, maxPictureBytes), screenshotSize)).toBeUndefined();
  });

  test('without a complete PNG header throws', () => {
    expect(() => readPngHeader(new Uint8Array(40))).toThrow('no PNG');
    expect(() => readPngHeader(icon.subarray(0, 32))).toThrow('no PNG');
    expect(() => readPngHeader(Buffer.from('GIF89a'.padEnd(40)))).toThrow('no PNG');
  });
});

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
