import { wearPlace } from '#core/items/item-kinds.ts';
import { balanceCents, feesOf } from '#core/money/fees.ts';
import type { Money } from '#core/money/money.ts';
import { centsOf, type Rate } from '#core/money/rates.ts';
import { type ComparisonRow, cashRatios, compare, percentMore } from '#core/prices/comparison.ts';
import { askLimits, type PriceLimit, payAtMost } from '#core/prices/deals.ts';
import { type ExitRules, sellingMarkets } from '#core/prices/exit-value.ts';
import type { ItemPastAnswer } from '#core/prices/item-past.ts';
import { balanceMarket, isMarketId, type MarketId } from '#core/prices/markets.ts';
import { ageDoubt, isFew, type Offer } from '#core/prices/offer.ts';
import type { SeenElsewhere } from '#core/prices/seen-listings.ts';
import { exitRules } from '#core/prices/stale-after.ts';
import type { AskedListing } from '#core/prices/told-listing.ts';
import type { Reading } from '#core/site.ts';
import type { RenderedOverlay } from '#page/cards/overlay-host.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { HistoryContext } from '#ui/charts/history-view.ts';
import type { ComparedSeen, OverlayModel, PanelFacts, PanelModel } from '#ui/overlay/overlay-model.ts';

/** The model of one card's panel: of the overlay's offers, until the worker has told those of all compared markets. */
export function toPanelModel(
  { reading, model }: RenderedOverlay,
  told: readonly Offer[] | undefined,
  view: SettingsView,
  now: number,
): PanelModel {
  const { item, phase, listing, kind, own, wearValue } = reading;
  const { listingCents, sample } = model;
  const rules = exitRules(view, now);
  const comparison = compare(told?.length ? told : model.offers, { ...rules, reading, listingCents, sample });
  const selling = sellingMarkets(view.markets, view.exit.markets);
  const traded = comparison.offers.filter(({ market }) => market === balanceMarket || selling.includes(market));
  return {
    item,
    phase,
    listing,
    wear: wearPlace(item, wearValue),
    facts: toFacts(reading, model, rules),
    comparison,
    overlay: model,
    withNet: view.fees.confirmed,
    cash: cashRatios(traded.filter((offer) => !isFew(offer, rules))),
    limits: isForSale(reading)
      ? toPay(model, view)
      : toAsk(comparison.offers, view.site, selling, rules, !own || kind === 'bid' || isUndercut(model)),
    purchase: toPurchase(reading, model, view),
    at: now,
  };
}

/** A bid counts as long as a price does. Who takes no offers has the price as the least one. */
function toFacts(reading: Reading, { typed }: OverlayModel, rules: ExitRules): PanelFacts | undefined {
  const { facts, listing, disputed, sold } = reading;
  // What the card contradicts tells nothing else either.
  if (!facts || disputed || sold) return undefined;
  const { bid, offersFrom, since = Number.NaN } = facts;
  const ageMs = rules.now - since >= 0 ? rules.now - since : undefined;
  if (bid) return ageDoubt(since, rules) ? undefined : { bid, balance: balanceOf(bid, typed, rules), ageMs };
  const isLess = offersFrom && offersFrom.currency === listing?.currency && offersFrom.cents < listing.cents;
  return { offersFrom: isLess ? offersFrom : undefined, ageMs };
}

/** In other currencies Steam takes at least some cents' worth, or whole units where one is worth under a cent: nobody tells. */
function balanceOf({ cents, currency }: Money, typed: Rate | undefined, { fees }: ExitRules): Money | undefined {
  const taken = feesOf(fees, balanceMarket);
  const isKnown =
    typed?.code === currency && typed.perUsd < 100 && Math.min(cents, centsOf({ cents, currency }, typed)) > 50;
  const isTold = currency === 'USD' || (isKnown && taken?.selling?.cents === 0);
  const left = taken && isTold ? balanceCents(cents, taken) : undefined;
  return left === undefined ? undefined : { cents: left, currency };
}

/** Of an auction nobody knows the price, and what is one's own cannot be bought. */
function toPurchase(
  { item, listing, kind = 'ask', own, sold, wearValue }: Reading,
  model: OverlayModel,
  view: SettingsView,
) {
  if (!listing || kind !== 'ask' || own || sold) return undefined;
  return { name: item, paid: listing, site: view.site, wearValue, lockedUntil: model.locked?.until };
}

const isUndercut = ({ own }: OverlayModel): boolean => typeof own === 'object' && own.less.cents > 0;

const isForSale = ({ kind, own }: Reading): boolean => kind !== 'none' && !own;

function toPay({ exit }: OverlayModel, view: SettingsView): readonly PriceLimit[] {
  const limit = typeof exit === 'object' && payAtMost(exit.netCents, view);
  return limit ? [limit] : [];
}

function toAsk(
  offers: readonly ComparisonRow[],
  site: string,
  selling: readonly MarketId[],
  rules: ExitRules,
  isOthers: boolean,
): readonly PriceLimit[] {
  const counted = offers.filter(({ market, isSound }) => isSound && (market === site || selling.includes(market)));
  return isMarketId(site) ? askLimits(site, counted, rules, isOthers) : [];
}

/** The context of the panel's history. A price in doubt is compared with no past. */
export function toHistoryContext(
  { item, overlay, comparison, at }: PanelModel,
  past: ItemPastAnswer | undefined,
  { coinUsd, markets: [first], exit }: SettingsView,
): HistoryContext {
  const { listingCents, noDifferenceReason, sample, shown } = overlay;
  const offer = comparison.offers.find(({ market }) => market === first);
  const price = offer?.coins ?? offer?.cents;
  const isCertain = !sample && offer && !offer.stale && !offer.flagged && offer.outlier === undefined;
  const { cents, avg30, count } = offer ?? {};
  const isKnown = cents !== undefined && avg30 !== undefined && !isFew({ count }, exit);
  const toAverage = isKnown ? percentMore(cents, avg30) : undefined;
  return {
    item,
    past,
    shown,
    coinUsd,
    listingCents: noDifferenceReason === undefined ? listingCents : undefined,
    present: isCertain && price !== undefined ? { market: offer.market, price, toAverage } : undefined,
    now: at,
  };
}

/** `undefined` where none that the user has seen can be the same item. */
function toAskedListing({ reading, model: { typed } }: RenderedOverlay): AskedListing | undefined {
  const { item, phase, wearValue, listing, kind = 'ask' } = reading;
  if ((wearValue ?? phase) === undefined) return undefined;
  return { item, phase, wearValue, ...(kind === 'ask' && { listing, typed }) };
}

/** What the user has seen that the open panel's listing is compared with. */
export function askedSeen({ seen, openPage }: Pick<PanelDeps, 'seen' | 'openPage'>, onChange: () => void) {
  let asked = '';
  let found: ComparedSeen | undefined;
  return {
    found: () => found,
    /** Asks again about the same listing, too: what was seen gets old. */
    ask: (rendered: RenderedOverlay | undefined, { overlay }: SettingsView): void => {
      const of = rendered && overlay.beaten ? toAskedListing(rendered) : undefined;
      const about = JSON.stringify(of) ?? '';
      if (about !== asked) found = undefined;
      asked = about;
      const take = (answer: SeenElsewhere) => {
        const next = of && { ...answer, of };
        if (about !== asked || JSON.stringify(next) === JSON.stringify(found)) return;
        found = next;
        onChange();
      };
      if (of) void seen(of).then(take, () => undefined);
    },
    /** No link: the page reads the panel, and would learn where the user was. It can click as well, but must open no tabs. */
    open: (isTrusted: boolean, which: keyof SeenElsewhere): void => {
      const address = found?.[which]?.address;
      if (isTrusted && address !== undefined) openPage(address);
    },
  };
}
