import type { Bytes } from '#protocol/bytes.ts';
import { VarintReader, VarintWriter } from '#relay/history/varint.ts';

/**
 * Items are numbered, and neighbours of a number share a row of the database: a row for each item would be most of its
 * size. An item's place is its index in its block.
 */
export const placeOf = (item: number, blockItems: number) => ({
  block: Math.floor(item / blockItems),
  place: item % blockItems,
});

/** A price at a place of a block; 0 means that the item has no price any more. */
export type PlacedPrice = readonly [place: number, price: number];

/** Prices of one block at one moment, sorted by place. */
export function encodeMoment(prices: readonly PlacedPrice[]): Bytes {
  const out = new VarintWriter();
  let next = 0;
  for (const [place, price] of prices) {
    out.write(place - next).write(price);
    next = place + 1;
  }
  return out.finish();
}

/** @throws DamagedFileError for bytes that `encodeMoment` did not write */
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

/** @throws DamagedFileError for bytes that `encodeSections` did not write */
export function decodeSections(bytes: Uint8Array): Map<number, Uint8Array> {
  const input = new VarintReader(bytes);
  const sections = new Map<number, Uint8Array>();
  while (!input.isAtEnd) sections.set(input.read(), input.readPart());
  return sections;
}

/** The series at one place, without decoding the others. */
export function sectionAt(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  const input = new VarintReader(bytes);
  while (!input.isAtEnd) {
    const place = input.read();
    if (place === wanted) return input.readPart();
    if (place > wanted) return undefined;
    input.skipPart();
  }
  return undefined;
}
