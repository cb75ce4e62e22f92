import { inCurrency, type Rate } from '#core/money/rates.ts';
import {
  countItems,
  type InventoryEntry,
  type LockedSum,
  lockedSum,
  type OffersByName,
  withOffers,
} from '#core/owned/inventory.ts';
import { exitTotal, type MarketSum, sumOn } from '#core/owned/valuation.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import { balanceMarket, marketNames } from '#core/prices/markets.ts';
import type { AgeRules } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';
import { balanceMark, marketMark } from '#ui/marks/market-mark.ts';
import { columnHead, el, tableOf, wholeCents } from '#ui/overlay/element.ts';
import { leavesText, leavesWord } from '#ui/words/exit-text.ts';
import { formatAmount, formatDay, formatNumber } from '#ui/words/format.ts';
import { lacksOf, lackWords } from '#ui/words/market-lacks.ts';
import { plural, text } from '#ui/words/text.ts';

/** Content of the sums above an inventory; plain data, USD cents. */
export interface InventoryModel extends Omit<ReturnType<typeof sumInventory>, 'entries' | 'doubtful'> {
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
    /** On each chosen market, in the user's order. */
    sums,
    lacks,
    /** When each item is sold where that leaves the most. */
    exit: rules && exitTotal(entries, rules),
    locked: lockedSum(entries, rules),
  };
}

/** What sales leave in cash: Steam's balance is none. */
const cashOf = ({ market, net }: MarketSum): number => (market === balanceMarket ? 0 : (net?.cents ?? 0));

const countText = (items: number): string => plural('wordItems', items, formatNumber(items, 'whole'));

export function renderInventory(model: InventoryModel): HTMLElement {
  const { priced, exit, shown, locked } = model;
  const sorted = model.sums.toSorted((one, other) => cashOf(other) - cashOf(one));
  const rows = sorted.map((sum, at) => marketLine(sum, model, at === 0 && cashOf(sum) > 0));
  const best =
    exit !== undefined &&
    exit.items > 0 &&
    el(
      'tr',
      { ...wholeCents({ exit: exit.cents }), title: `${text('reportExitTitle')} ${countText(exit.items)}` },
      el('th', { scope: 'row', colspan: 3 }, text('wordBestOfEach')),
      el('td', { class: 'net' }, formatAmount(inCurrency(exit.cents, shown))),
      fewer(exit.items, priced),
    );
  const net = exit && columnHead(text('wordNet'), text('reportNetTitle'));
  return el(
    'section',
    { class: 'sums strip', 'aria-label': text('inventoryTitle') },
    el(
      'details',
      { 'data-key': 'all' },
      el('summary', { 'data-key': 'more' }, ...lineText(model, sorted[0])),
      tableOf(
        [el('td'), columnHead(text('wordPrice'), text('reportSumTitle')), el('td'), net],
        [...(best ? [best] : []), ...rows],
      ),
      locked && el('p', { class: 'locked' }, lockedSumText(locked, shown)),
    ),
  );
}

/** What all items bring with each sold at its best, beside the best market alone; without fees what the first market asks. */
function lineText({ items, priced, exit, shown }: InventoryModel, first: MarketSum | undefined): readonly Node[] {
  const money = (cents: number) => formatAmount(inCurrency(cents, shown));
  const ofItems = (sum: string, counted: number) =>
    text('inventoryFor', sum, formatNumber(counted, 'whole'), countText(items));
  if (!exit?.items) {
    const sum = first?.cents ? `${marketNames[first.market]} ${money(first.cents)}` : '–';
    return [el('strong', {}, ofItems(sum, first?.items ?? priced))];
  }
  const line = [el('strong', {}, ofItems(money(exit.cents), exit.items)), el('span', {}, `, ${text('inventoryEach')}`)];
  if (!first?.net || cashOf(first) <= 0) return line;
  const name = marketNames[first.market];
  if (first.net.items === exit.items && money(first.net.cents) === money(exit.cents))
    return [el('strong', {}, ofItems(`${name} ${money(exit.cents)}`, exit.items))];
  const alone = text('inventoryAlone', name, money(first.net.cents));
  const count = first.net.items === exit.items ? '' : ` (${countText(first.net.items)})`;
  return [...line, el('span', {}, `; ${alone}${count}`)];
}

/** A sum of fewer items beside those of more would look like a loss. */
const fewer = (counted: number, than: number): HTMLElement =>
  el('td', { class: 'mute' }, counted < than && countText(counted));

export const lockedSumText = ({ count, cents, until }: LockedSum, shown: Rate): string =>
  [
    text('inventoryLocked', countText(count)),
    cents && leavesText(inCurrency(cents, shown)),
    until && text('lockedUntil', formatDay(until)),
  ]
    .filter(Boolean)
    .join(' · ');

function marketLine(
  { market, cents, items, net: left }: MarketSum,
  { lacks, shown, priced }: InventoryModel,
  isBest: boolean,
): HTMLElement {
  const lack = lacks[market];
  const amount = left && inCurrency(left.cents, shown);
  const best = isBest && el('span', { title: text('sumsBestTitle') }, ` ${text('sumsBest')}`);
  const head = el('th', { scope: 'row' }, marketMark(market), marketNames[market], best);
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
      title: `${text('reportSumTitle')} ${countText(items)}`,
    },
    head,
    el('td', {}, formatAmount(inCurrency(cents, shown))),
    fewer(items, priced),
    ...(left && amount
      ? [
          el(
            'td',
            { class: 'net', title: text(market === balanceMarket ? 'panelNetSteam' : 'reportNetTitle') },
            market === balanceMarket && balanceMark(leavesWord(market)),
            formatAmount(amount),
          ),
          fewer(left.items, items),
        ]
      : []),
  );
}
