import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultOf, maxPictureBytes, readPngHead } from '#store/picture.ts';

const icon = readFileSync(new URL('../../public/icons/48.png', import.meta.url));

/** The head of a PNG with nothing behind it but room. */
function png(width: number, height: number, colour: number, bytes = 40): Uint8Array {
  const made = new Uint8Array(bytes);
  made.set(icon.subarray(0, 33));
  const view = new DataView(made.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint8(25, colour);
  return made;
}

const size = { width: 1280, height: 800 };

describe('a picture', () => {
  test('says how large it is', () => {
    expect(readPngHead(icon)).toMatchObject({ width: 48, height: 48 });
  });

  test.each([0, 2])('of the right size and of colours %i is taken by the stores', (colour) => {
    expect(faultOf(png(1280, 800, colour), size)).toBeUndefined();
  });

  test.each([3, 4, 6])('of colours %i can be seen through', (colour) => {
    expect(faultOf(png(1280, 800, colour), size)).toBe('can be seen through');
  });

  test('of another size, or too heavy, is refused', () => {
    expect(faultOf(png(1280, 801, 2), size)).toBe('is 1280 × 801, not 1280 × 800');
    expect(faultOf(png(2560, 1600, 2), size)).toBe('is 2560 × 1600, not 1280 × 800');
    expect(faultOf(png(1280, 800, 2, maxPictureBytes + 1), size)).toMatch(/^has 4194305 bytes/);
    expect(faultOf(png(1280, 800, 2, maxPictureBytes), size)).toBeUndefined();
  });

  test('is a PNG', () => {
    expect(() => readPngHead(new Uint8Array(40))).toThrow('no PNG');
    expect(() => readPngHead(icon.subarray(0, 32))).toThrow('no PNG');
    expect(() => readPngHead(Buffer.from('GIF89a'.padEnd(40)))).toThrow('no PNG');
  });
});
