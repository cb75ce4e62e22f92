import type { Cards } from '#content/cards/cards.ts';
import { adoptStyle } from '#content/cards/overlay-host.ts';
import { themeBehind } from '#content/overlays/page-theme.ts';
import { type QuoteCache, quoteKey } from '#content/quotes/quote-cache.ts';
import { exchange } from '#core/exchange.ts';
import { comparedReferences } from '#core/markets.ts';
import type { OfferSides } from '#core/site.ts';
import { type OfferedItem, sumOffer } from '#core/trade-offer.ts';
import type { View } from '#protocol/messages.ts';
import { replaceContent } from '#ui/element.ts';
import { renderOffer } from '#ui/offer.ts';
import { offerStyle } from '#ui/offer-style.ts';

/** Tag of the block. Other programs may rely on it. */
const blockName = 'skinlens-offer';

/** What the block shows: the page's cards and their prices. */
interface OfferInput {
  readonly cards: Cards;
  readonly cache: QuoteCache | undefined;
  readonly drifted: boolean;
  /** Of the page's listings. */
  readonly currency: string | undefined;
}

/** The browser's functions that the block uses. */
export interface OfferEnvironment {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Marks an element as own, so that adding or removing it does not count as a change of the page. */
  readonly markOwn: (element: Element) => void;
  readonly input: () => OfferInput | undefined;
  readonly view: () => View;
}

/** The block that `createOfferBlock` makes. */
export interface OfferBlock {
  /** Adds the offer up as the page shows it now. */
  readonly update: () => void;
  readonly remove: () => void;
}

/**
 * The sums of a trade offer, above its two halves. They are read from the page's elements at each rendering and never
 * remembered: the page's changes are rendered before the browser paints, so no sum is ever that of another offer.
 */
export function createOfferBlock(sides: OfferSides, environment: OfferEnvironment): OfferBlock {
  const { document, markOwn } = environment;
  const element = document.createElement(blockName);
  const root = element.attachShadow({ mode: 'open' });
  adoptStyle(document, root, offerStyle);
  markOwn(element);
  let shown = '';
  let isRemoved = false;
  const update = () => {
    if (isRemoved) return;
    observe();
    const anchor = document.querySelector(sides.before);
    const model = anchor && toModel(sides, environment);
    if (!anchor || !model) return element.remove();
    const { theme } = environment.view();
    element.setAttribute('data-theme', theme === 'auto' ? themeBehind(anchor) : theme);
    if (anchor.previousElementSibling !== element) anchor.before(element);
    const next = JSON.stringify(model);
    if (next !== shown) replaceContent(root, renderOffer(model));
    shown = next;
  };
  const observer = new MutationObserver(update);
  // The halves may come after this script, and the page may replace them.
  const observe = () => {
    // Observing an element again changes nothing.
    for (const side of document.querySelectorAll(`${sides.give}, ${sides.get}`))
      observer.observe(side, { childList: true, subtree: true });
  };
  return {
    update,
    remove: () => {
      isRemoved = true;
      observer.disconnect();
      element.remove();
    },
  };
}

function toModel(sides: OfferSides, { document, input, view, now }: OfferEnvironment) {
  const { cards, cache, drifted, currency: page } = input() ?? {};
  if (!cards || drifted || !cache?.table) return undefined;
  const itemsIn = (side: string): readonly OfferedItem[] =>
    [...(document.querySelector(side)?.querySelectorAll(sides.item) ?? [])].map((each) => {
      const reading = cards.get(each)?.reading;
      return reading ? { reading, quote: cache.quotes.get(quoteKey(reading)) } : {};
    });
  const offer = { give: itemsIn(sides.give), get: itemsIn(sides.get) };
  if (offer.give.length + offer.get.length === 0) return undefined;
  const { markets, currency, rates, pageCoinUsd, staleAfterMs } = view();
  const { asOf, sample = false } = cache.table;
  const ageMs = Math.max(0, now() - asOf);
  const isOld = ageMs > staleAfterMs;
  const sums = sumOffer(offer, comparedReferences(markets), !isOld && !sample);
  const { shown } = exchange(
    undefined,
    { ...currency, page },
    { dated: cache.rates, own: rates, coinUsd: pageCoinUsd },
    now(),
  );
  const [give, get] = [offer.give.length, offer.get.length];
  return { ...sums, counts: { give, get }, shown, sample, oldMs: isOld ? ageMs - (ageMs % 60_000) : undefined };
}
