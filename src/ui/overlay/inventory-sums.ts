import type { Rate } from '#core/money/rates.ts';
import type { ItemCounts, MarketSum } from '#core/owned/inventory.ts';
import { balanceMarket, markets } from '#core/prices/markets.ts';
import type { PartialSum } from '#core/prices/partial-sum.ts';
import { el, wholeCents } from '#ui/overlay/element.ts';
import { marketMark } from '#ui/overlay/market-mark.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';
import { lackWords, type MarketLacks } from '#ui/words/market-lacks.ts';
import { plural, text } from '#ui/words/text.ts';

/** Content of the sums above an inventory; plain data, USD cents. */
export interface InventoryModel extends Pick<ItemCounts, 'items' | 'priced'> {
  /** On each chosen market, in the user's order. */
  readonly sums: readonly MarketSum[];
  readonly lacks: MarketLacks;
  /** When each item is sold where that leaves the most; absent without confirmed fees. */
  readonly exit: PartialSum | undefined;
  /** Currency and rate of the amounts. */
  readonly shown: Rate;
}

/** Renders what an inventory's loaded part is worth, in one line where there is room. */
export function renderInventory({ items, priced, sums, lacks, exit, shown }: InventoryModel): HTMLElement {
  const count = (number: number) => plural('wordItems', number, formatNumber(number, 'whole'));
  const net = (cents: number) => text('wordNetAmount', formatAmount(cents, shown));
  // A sum of fewer items beside those of more would look like a loss.
  const fewer = (counted: number, than = priced) => (counted < than ? [el('span', {}, ` · ${count(counted)}`)] : []);
  const sumOf = ({ market, cents, items, net: left }: MarketSum) => {
    const lack = lacks[market];
    const head = [marketMark(market), `${markets[market].name} `];
    if (lack) {
      const { sign, title } = lackWords(lack);
      return el('div', { 'data-market': market, title }, ...head, el('span', {}, sign));
    }
    const netTitle = text(market === balanceMarket ? 'panelNetSteam' : 'reportNetTitle');
    return el(
      'div',
      {
        'data-market': market,
        ...wholeCents({ cents, net: left?.cents }),
        title: `${text('reportSumTitle')} ${count(items)}`,
      },
      ...[...head, el('b', {}, formatAmount(cents, shown)), ...fewer(items)],
      ...(left ? [el('span', { title: netTitle }, ` ${net(left.cents)}`), ...fewer(left.items, items)] : []),
    );
  };
  return el(
    'section',
    { class: 'sums strip', 'aria-label': text('inventoryTitle') },
    exit !== undefined &&
      exit.items > 0 &&
      el(
        'div',
        { ...wholeCents({ exit: exit.cents }), title: `${text('reportExitTitle')} ${count(exit.items)}` },
        `${text('wordBestOfEach')} `,
        el('b', {}, net(exit.cents)),
        ...fewer(exit.items),
      ),
    ...sums.map(sumOf),
    el('div', {}, el('span', {}, text('inventoryCounted', formatNumber(priced, 'whole'), count(items)))),
  );
}
