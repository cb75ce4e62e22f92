import { comparedReferences } from '#core/markets.ts';
import type { OfferSides } from '#core/site.ts';
import { type OfferedItem, sumOffer } from '#core/trade-offer.ts';
import { quoteKey } from '#page/quotes/quote-cache.ts';
import type { PricedPage, SumsKind } from '#page/sums/page-block.ts';
import { type OfferModel, renderOffer } from '#ui/offer-sums.ts';

/** The sums of a trade offer, above its two halves. */
export const offerKind = (sides: OfferSides, document: Document): SumsKind<OfferModel> => ({
  tag: 'skinlens-offer',
  before: sides.before,
  watched: `${sides.give}, ${sides.get}`,
  model: (page) => toModel(sides, document, page),
  render: renderOffer,
});

function toModel(sides: OfferSides, document: Document, page: PricedPage): OfferModel | undefined {
  const { cards, cache, view, shown, sample, oldMs, exits } = page;
  const itemsIn = (side: string): readonly OfferedItem[] =>
    [...(document.querySelector(side)?.querySelectorAll(sides.item) ?? [])].map((each) => {
      const reading = cards.get(each)?.reading;
      return reading ? { reading, quote: cache.quotes.get(quoteKey(reading)) } : {};
    });
  const offer = { give: itemsIn(sides.give), get: itemsIn(sides.get) };
  const counts = { give: offer.give.length, get: offer.get.length };
  if (counts.give + counts.get === 0) return undefined;
  const sums = sumOffer(offer, comparedReferences(view.markets), oldMs === undefined && !sample, exits);
  return { ...sums, counts, shown, sample, oldMs };
}
