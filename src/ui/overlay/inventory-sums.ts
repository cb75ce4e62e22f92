import { inCurrency, type Rate } from '#core/money/rates.ts';
import {
  countItems,
  type InventoryEntry,
  type ItemCounts,
  type LockedSum,
  lockedSum,
  type OffersByName,
  withOffers,
} from '#core/owned/inventory.ts';
import { exitTotal, type MarketSum, sumOn } from '#core/owned/valuation.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import { balanceMarket, markets } from '#core/prices/markets.ts';
import type { AgeRules } from '#core/prices/offer.ts';
import type { PartialSum } from '#core/prices/partial-sum.ts';
import type { Settings } from '#core/settings/settings.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { el, wholeCents } from '#ui/overlay/element.ts';
import { leavesText } from '#ui/words/exit-text.ts';
import { formatAmount, formatDay, formatNumber } from '#ui/words/format.ts';
import { lacksOf, lackWords, type MarketLacks } from '#ui/words/market-lacks.ts';
import { plural, text } from '#ui/words/text.ts';

/** Content of the sums above an inventory; plain data, USD cents. */
export interface InventoryModel extends Pick<ItemCounts, 'items' | 'priced'> {
  /** On each chosen market, in the user's order. */
  readonly sums: readonly MarketSum[];
  readonly lacks: MarketLacks;
  /** When each item is sold where that leaves the most; absent without confirmed fees. */
  readonly exit: PartialSum | undefined;
  readonly locked: LockedSum | undefined;
  readonly shown: Rate;
}

/** What items bring on the chosen markets, by what these tell of them. @param rules absent without confirmed fees */
export function sumInventory(
  read: readonly InventoryEntry[],
  offers: OffersByName,
  { markets, coinUsd }: Pick<Settings, 'markets' | 'coinUsd'>,
  times: AgeRules,
  rules: SumRules | undefined,
) {
  const entries = withOffers(read, offers, times);
  const sums = markets.map((market) => sumOn(entries, market, rules));
  const lacks = lacksOf(sums, { offers, coinUsd });
  return {
    entries,
    ...countItems(entries, markets),
    sums,
    lacks,
    exit: rules && exitTotal(entries, rules),
    locked: lockedSum(entries, rules),
  };
}

/** Markets that are in sight before the user asks for all. */
const firstMarkets = 3;

/** What sales leave in cash: Steam's balance is none. */
const cashOf = ({ market, net }: MarketSum): number => (market === balanceMarket ? 0 : (net?.cents ?? 0));

/** Renders what an inventory's loaded part is worth: when each item is sold at its best, and on the markets that leave most. */
export function renderInventory(model: InventoryModel): HTMLElement {
  const { items, priced, exit, shown } = model;
  const count = (number: number) => plural('wordItems', number, formatNumber(number, 'whole'));
  // A sum of fewer items beside those of more would look like a loss.
  const fewer = (counted: number, than = priced) => el('td', { class: 'mute' }, counted < than && count(counted));
  const sorted = model.sums.toSorted((one, other) => cashOf(other) - cashOf(one));
  const lines = sorted.map((sum, at) => marketLine(sum, model, at === 0 && cashOf(sum) > 0, { fewer, count }));
  const hasMore = lines.length > firstMarkets;
  return el(
    'section',
    { class: 'sums strip', 'aria-label': text('inventoryTitle') },
    el(
      'table',
      {},
      el(
        'tbody',
        {},
        exit !== undefined &&
          exit.items > 0 &&
          el(
            'tr',
            { ...wholeCents({ exit: exit.cents }), title: `${text('reportExitTitle')} ${count(exit.items)}` },
            el('th', { scope: 'row', colspan: 3 }, text('wordBestOfEach')),
            el('td', { class: 'net' }, leavesText(inCurrency(exit.cents, shown))),
            fewer(exit.items),
          ),
        ...lines.slice(0, firstMarkets),
      ),
      hasMore && el('tbody', { class: 'more' }, ...lines.slice(firstMarkets)),
    ),
    el(
      'div',
      {},
      hasMore &&
        el(
          'details',
          { 'data-key': 'all' },
          el('summary', { 'data-key': 'more' }, text('sumsAll', String(lines.length))),
        ),
      el('span', {}, text('inventoryCounted', formatNumber(priced, 'whole'), count(items))),
      model.locked && el('span', { class: 'locked' }, lockedSumText(model.locked, shown)),
    ),
  );
}

/** How many items are locked, what they leave, and until when. */
export const lockedSumText = ({ count, cents, until }: LockedSum, shown: Rate): string =>
  [
    text('inventoryLocked', plural('wordItems', count, formatNumber(count, 'whole'))),
    cents && leavesText(inCurrency(cents, shown)),
    until && text('lockedUntil', formatDay(until)),
  ]
    .filter(Boolean)
    .join(' · ');

interface LineParts {
  /** A cell with the number of items, where others have more. */
  readonly fewer: (counted: number, than?: number) => HTMLElement;
  readonly count: (items: number) => string;
}

function marketLine(
  { market, cents, items, net: left }: MarketSum,
  { lacks, shown }: InventoryModel,
  isBest: boolean,
  { fewer, count }: LineParts,
): HTMLElement {
  const lack = lacks[market];
  const best = isBest && el('span', { title: text('sumsBestTitle') }, ` ${text('sumsBest')}`);
  const head = el('th', { scope: 'row' }, marketMark(market), markets[market].name, best);
  if (lack) {
    const { sign, title } = lackWords(lack);
    return el('tr', { 'data-market': market, title }, head, el('td', {}, sign));
  }
  return el(
    'tr',
    {
      'data-market': market,
      class: isBest ? 'best' : undefined,
      ...wholeCents({ cents, net: left?.cents }),
      title: `${text('reportSumTitle')} ${count(items)}`,
    },
    head,
    el('td', {}, formatAmount(inCurrency(cents, shown))),
    fewer(items),
    ...(left
      ? [
          el(
            'td',
            { class: 'net', title: text(market === balanceMarket ? 'panelNetSteam' : 'reportNetTitle') },
            leavesText(inCurrency(left.cents, shown), market),
          ),
          fewer(left.items, items),
        ]
      : []),
  );
}
