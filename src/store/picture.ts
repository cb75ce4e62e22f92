/** What a PNG says of itself. */
export interface PngHead {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether a pixel can be see-through: the stores take no such screenshots. */
  readonly alpha: boolean;
}

/** The signature and the whole of IHDR. PNG, 5.2 and 11.2.2. */
const headBytes = 33;
const signature = '\x89PNG\r\n\x1a\n';

/** Reads the head of a PNG; colour types 4 and 6 have alpha, and a palette may. @throws Error when it is none. */
export function readPngHead(png: Uint8Array): PngHead {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < headBytes || String.fromCharCode(...png.subarray(0, 8)) !== signature) throw new Error('no PNG');
  const colour = view.getUint8(25);
  return { width: view.getUint32(16), height: view.getUint32(20), alpha: ![0, 2].includes(colour) };
}

/** What the stores ask of a picture, pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Screenshots of both stores: 1280 × 800 is Chrome's larger size, and the shape that Mozilla advises (1.6 : 1). */
export const screenshotSize: Size = { width: 1280, height: 800 };

/** Chrome's small promotional picture. */
export const tileSize: Size = { width: 440, height: 280 };

/** Mozilla's limit, which is the lower one, bytes. */
export const maxPictureBytes = 4 * 1024 * 1024;

/** Why the stores would not take a picture; `undefined` when they do. */
export function faultOf(png: Uint8Array, size: Size): string | undefined {
  const { width, height, alpha } = readPngHead(png);
  if (width !== size.width || height !== size.height)
    return `is ${width} × ${height}, not ${size.width} × ${size.height}`;
  if (alpha) return 'can be seen through';
  return png.length > maxPictureBytes ? `has ${png.length} bytes, more than ${maxPictureBytes}` : undefined;
}
