/** Pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PngHeader extends PictureSize {
  /** Whether pixels can be transparent, which the stores refuse. */
  readonly alpha: boolean;
}

/** The signature and the IHDR chunk, bytes. PNG, 5.2 and 11.2.2. */
const headerBytes = 33;
const signature = '\x89PNG\r\n\x1a\n';

/** Reads the header of a PNG. Colour types 4 and 6 have alpha, and a palette may have it. @throws Error when it is no PNG. */
export function readPngHeader(png: Uint8Array): PngHeader {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < headerBytes || String.fromCharCode(...png.subarray(0, 8)) !== signature) throw new Error('no PNG');
  const colour = view.getUint8(25);
  return { width: view.getUint32(16), height: view.getUint32(20), alpha: ![0, 2].includes(colour) };
}

/** Screenshots for both stores: 1280 × 800 is Chrome's larger size and has the ratio that Mozilla recommends (1.6 : 1). */
export const screenshotSize: PictureSize = { width: 1280, height: 800 };

/** Chrome's small promotional tile. */
export const tileSize: PictureSize = { width: 440, height: 280 };

/** Mozilla's limit, lower than Chrome's, bytes. */
export const maxPictureBytes = 4 * 1024 * 1024;

/** The rule of the stores that a picture breaks; `undefined` when it breaks none. */
export function pictureProblem(png: Uint8Array, size: PictureSize): string | undefined {
  const { width, height, alpha } = readPngHeader(png);
  if (width !== size.width || height !== size.height)
    return `is ${width} × ${height}, not ${size.width} × ${size.height}`;
  if (alpha) return 'has transparent pixels';
  return png.length > maxPictureBytes ? `has ${png.length} bytes, more than ${maxPictureBytes}` : undefined;
}
