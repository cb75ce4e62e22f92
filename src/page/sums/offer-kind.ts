import { browserLanguage } from '#browser/language.ts';
import type { OffersByName } from '#core/owned/inventory.ts';
import { type OfferedItem, sumOffer } from '#core/owned/trade-offer.ts';
import type { OfferSides, PageType } from '#core/site.ts';
import { quoteKey, spelledAsInTable } from '#page/quotes/quote-cache.ts';
import { inventoryKind } from '#page/sums/inventory-kind.ts';
import {
  createPageBlock,
  type PageBlock,
  type PricedPage,
  type SumsEnvironment,
  type SumsKind,
} from '#page/sums/page-block.ts';
import { type OfferModel, renderOffer } from '#ui/overlay/offer-sums.ts';
import { lacksOf } from '#ui/words/market-lacks.ts';
import { setMessageSource } from '#ui/words/text.ts';

/** Starts the block of a page whose items are added up, in a file of its own, which has texts of its own. */
export function startSums({ offer }: PageType, environment: SumsEnvironment): PageBlock {
  setMessageSource(browserLanguage());
  const { document } = environment;
  return offer
    ? createPageBlock(offerKind(offer, document), environment)
    : createPageBlock(inventoryKind(document), environment);
}

/** The sums of a trade offer, above its two halves. */
export const offerKind = (sides: OfferSides, document: Document): SumsKind<OfferModel> => ({
  tag: 'skinlens-offer',
  place: () => document.querySelector(sides.before),
  watched: `${sides.give}, ${sides.get}`,
  model: (page, offers) => toModel(sides, document, page, offers),
  render: renderOffer,
});

function toModel(
  sides: OfferSides,
  document: Document,
  { cards, cache, view, shown, sample, oldMs, times, rules }: PricedPage,
  offers: OffersByName,
): OfferModel | undefined {
  const itemsIn = (side: string): readonly OfferedItem[] =>
    [...(document.querySelector(side)?.querySelectorAll(sides.item) ?? [])].map((each) => {
      const reading = cards.get(each)?.reading;
      return reading ? { reading: spelledAsInTable(reading, cache), quote: cache.quotes.get(quoteKey(reading)) } : {};
    });
  const offer = { give: itemsIn(sides.give), get: itemsIn(sides.get) };
  const counts = { give: offer.give.length, get: offer.get.length };
  if (counts.give + counts.get === 0) return undefined;
  const { markets, coinUsd } = view;
  const comparable = oldMs === undefined && !sample;
  const sums = sumOffer(offer, { markets, offers, times, comparable, rules });
  const lacks = lacksOf(sums.rows, { offers, coinUsd });
  return { ...sums, lacks, counts, shown, sample, oldMs };
}
