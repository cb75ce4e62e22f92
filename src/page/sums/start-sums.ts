import { browserLanguage } from '#browser/language.ts';
import { type OfferedItem, type OffersByName, sumOffer } from '#core/owned/inventory.ts';
import type { OfferSides, PageType } from '#core/site.ts';
import type { Card } from '#page/cards/cards.ts';
import { quoteKey, spelledAsInTable } from '#page/quotes/quote-loader.ts';
import { inventoryTotals } from '#page/report/page-report.ts';
import {
  createPageBlock,
  type PageBlock,
  type PricedPage,
  type SumsDeps,
  type SumsKind,
} from '#page/sums/page-block.ts';
import { type InventoryModel, renderInventory, sumInventory } from '#ui/overlay/inventory-sums.ts';
import { type OfferModel, renderOffer } from '#ui/overlay/offer-sums.ts';
import { lacksOf } from '#ui/words/market-lacks.ts';
import { setMessageSource } from '#ui/words/text.ts';

/** Starts the block of a page whose items are added up, in a file of its own, which has texts of its own. */
export function startSums({ offer }: PageType, deps: SumsDeps): PageBlock {
  setMessageSource(browserLanguage());
  const { document } = deps;
  return offer ? createPageBlock(offerKind(offer, document), deps) : createPageBlock(inventoryKind(document), deps);
}

export const offerKind = (sides: OfferSides, document: Document): SumsKind<OfferModel> => ({
  tag: 'skinlens-offer',
  place: () => document.querySelector(sides.before),
  watched: `${sides.give}, ${sides.get}`,
  model: (page, offers) => toOfferModel(sides, document, page, offers),
  render: renderOffer,
});

function toOfferModel(
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

const isOwned = ({ kind, reading }: Card): boolean =>
  reading !== undefined && kind.kind === 'inventory' && !kind.recycles;

export function inventoryKind(document: Document): SumsKind<InventoryModel> {
  const placeOfList = createListPlace(document);
  return {
    tag: 'skinlens-inventory',
    place: ({ cards }) => {
      const owned = [...cards.values()].filter(isOwned);
      const before = owned[0]?.kind.sumsBefore;
      return before === undefined ? placeOfList(owned.map(({ element }) => element)) : document.querySelector(before);
    },
    model: toInventoryModel,
    render: renderInventory,
  };
}

/** Old prices and samples have no sums, as in the popup. */
function toInventoryModel(
  { cards, cache, view, shown, oldMs, times, rules }: PricedPage,
  offers: OffersByName,
): InventoryModel | undefined {
  const owned = [...cards.values()].filter(isOwned);
  const totals = oldMs === undefined ? inventoryTotals(owned, cache, times) : null;
  if (!totals) return undefined;
  const { entries: _, doubtful: __, ...model } = sumInventory(totals.entries, offers, view, times, rules);
  return model.priced === 0 ? undefined : { ...model, shown };
}

/** Something stands above the whole width before it: the list, or what it is laid out beside other things in. */
function createListPlace(document: Document): (cards: readonly Element[]) => Element | null {
  let last: { readonly list: Element | null; readonly place: Element | null } = { list: null, place: null };
  return (cards) => {
    const list = commonParent(cards);
    // The layout of the page is asked for once a list.
    if (list !== last.list || !last.place?.isConnected) last = { list, place: list && placeOf(list, document) };
    return last.place;
  };
}

/** The closest element around all cards. */
function commonParent([first, ...others]: readonly Element[]): Element | null {
  let common = first?.parentElement ?? null;
  for (const card of others) while (common && !common.contains(card)) common = common.parentElement;
  return common;
}

function placeOf(list: Element, { body }: Document): Element | null {
  if (!body.contains(list) || list === body) return null;
  let place = list;
  for (let at = list.parentElement; at && at !== body && laysOutBeside(at); at = at.parentElement) place = at;
  return place;
}

/** Whether an element lays its children out in columns, as a list beside its filters. */
function laysOutBeside(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (!style) return false;
  return /grid$/.test(style.display) || (/flex$/.test(style.display) && !style.flexDirection.startsWith('column'));
}
