import { type Money, type PrintOptions, parsePrinted } from '#core/money/money.ts';

/**
 * The amounts in the places that a selector finds: a place's whole text, and the text of each of its parts. A discount such
 * as "-13%" beside the price, in the same place, hides it only from the former.
 */
export function printedAmounts(root: Element, selector: string, options: PrintOptions): readonly Money[] {
  const places = [...root.querySelectorAll(selector)];
  const parts = new Set(places.flatMap((place) => [place, ...place.querySelectorAll('*')]));
  return [...parts].flatMap(({ textContent }) => parsePrinted(textContent, options) ?? []);
}
