import { createOfferBlock, type OfferBlock, type OfferEnvironment } from '#content/offer/offer-block.ts';
import type { OfferSides } from '#core/site.ts';
import { browserLanguage } from '#platform/language.ts';
import { setMessageSource } from '#ui/text.ts';

/** Starts the block in a file of its own, which has texts of its own. */
export function startOffer(sides: OfferSides, environment: OfferEnvironment): OfferBlock {
  setMessageSource(browserLanguage());
  return createOfferBlock(sides, environment);
}
