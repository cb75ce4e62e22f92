import { browserLanguage } from '#browser/language.ts';
import type { PageType } from '#core/site.ts';
import { inventoryKind } from '#page/sums/inventory-kind.ts';
import { offerKind } from '#page/sums/offer-kind.ts';
import { createPageBlock, type PageBlock, type SumsEnvironment } from '#page/sums/page-block.ts';
import { setMessageSource } from '#ui/text.ts';

/** Starts the block of a page whose items are added up, in a file of its own, which has texts of its own. */
export function startSums({ offer, sumsBefore }: PageType, environment: SumsEnvironment): PageBlock | undefined {
  setMessageSource(browserLanguage());
  if (offer) return createPageBlock(offerKind(offer, environment.document), environment);
  return sumsBefore === undefined ? undefined : createPageBlock(inventoryKind(sumsBefore), environment);
}
