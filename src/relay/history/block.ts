import type { Bytes } from '#protocol/bytes.ts';
import { DamagedFileError } from '#relay/store/database.ts';

/** Makes a number that may be negative one that is not; small ones of both signs stay small. */
export const toUnsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

export const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** Writes whole numbers below 2^53, seven bits a byte, lowest first; the upper bit of a byte says that more follow. */
export class VarintWriter {
  readonly #bytes: number[] = [];

  write(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be written`);
    let rest = value;
    while (rest > 127) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
    return this;
  }

  writePart(part: Uint8Array): this {
    this.write(part.length);
    for (const byte of part) this.#bytes.push(byte);
    return this;
  }

  finish(): Bytes {
    return Uint8Array.from(this.#bytes);
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  read(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new DamagedFileError('the bytes are truncated');
      value += (byte % 128) * unit;
      if (!Number.isSafeInteger(value)) throw new DamagedFileError('the number is too large');
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  readPart(): Uint8Array {
    const length = this.read();
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    if (part.length < length) throw new DamagedFileError('the bytes are truncated');
    this.#at += length;
    return part;
  }
}

/** Neighbours of a number share a row: a row for each item would be most of the database's size. */
export const placeOf = (item: number, blockItems: number) => ({
  block: Math.floor(item / blockItems),
  place: item % blockItems,
});

/** A price at a place of a block; 0 means that the item has no price any more. */
export type PlacedPrice = readonly [place: number, price: number];

export function encodeMoment(prices: readonly PlacedPrice[]): Bytes {
  const out = new VarintWriter();
  let next = 0;
  for (const [place, price] of prices) {
    out.write(place - next).write(price);
    next = place + 1;
  }
  return out.finish();
}

export function decodeMoment(bytes: Uint8Array): PlacedPrice[] {
  const input = new VarintReader(bytes);
  const prices: PlacedPrice[] = [];
  let place = 0;
  while (!input.isAtEnd) {
    place += input.read();
    prices.push([place, input.read()]);
    place++;
  }
  return prices;
}

/** Series of the items of one block by place; items without a series are absent. */
export type Sections = ReadonlyMap<number, Uint8Array>;

export function encodeSections(sections: Sections): Bytes {
  const out = new VarintWriter();
  const sorted = [...sections].sort(([one], [other]) => one - other);
  for (const [place, bytes] of sorted) if (bytes.length > 0) out.write(place).writePart(bytes);
  return out.finish();
}

export function decodeSections(bytes: Uint8Array): Map<number, Uint8Array> {
  const input = new VarintReader(bytes);
  const sections = new Map<number, Uint8Array>();
  while (!input.isAtEnd) sections.set(input.read(), input.readPart());
  return sections;
}
