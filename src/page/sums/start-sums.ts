import { browserLanguage } from '#browser/language.ts';
import type { PageType } from '#core/site.ts';
import { inventoryKind } from '#page/sums/inventory-kind.ts';
import { offerKind } from '#page/sums/offer-kind.ts';
import { createPageBlock, type PageBlock, type SumsEnvironment } from '#page/sums/page-block.ts';
import { setMessageSource } from '#ui/text.ts';

/** Starts the block of a page whose items are added up, in a file of its own, which has texts of its own. */
export function startSums({ offer }: PageType, environment: SumsEnvironment): PageBlock {
  setMessageSource(browserLanguage());
  const { document } = environment;
  return offer
    ? createPageBlock(offerKind(offer, document), environment)
    : createPageBlock(inventoryKind(document), environment);
}
