import { type ReferenceMarket, referenceNames } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import { el } from '#ui/element.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import { marketMark } from '#ui/market-mark.ts';
import { plural, text } from '#ui/text.ts';

/** Content of the sums above an inventory; plain data, USD cents. */
export interface InventoryModel {
  /** Items that were read, and those of them in a sum. */
  readonly items: number;
  readonly priced: number;
  readonly sums: readonly MarketSum[];
  /** When each item is sold where that leaves the most; absent without confirmed fees. */
  readonly exit: { readonly cents: number; readonly items: number } | undefined;
  /** Currency and rate of the amounts. */
  readonly shown: Rate;
}

interface MarketSum {
  readonly market: ReferenceMarket;
  readonly cents: number;
  readonly items: number;
  /** What a sale leaves; absent without confirmed fees of the market. */
  readonly net: number | undefined;
}

/** Renders what an inventory's loaded part is worth, in one line where there is room. */
export function renderInventory({ items, priced, sums, exit, shown }: InventoryModel): HTMLElement {
  const count = (number: number) => plural('reportItems', number, formatNumber(number, 'whole'));
  const net = (cents: number) => text('reportNet', formatAmount(cents, shown));
  return el(
    'section',
    { class: 'sums strip', 'aria-label': text('inventoryTitle') },
    ...sums.map(({ market, cents, items, net: left }) =>
      el(
        'div',
        {
          'data-market': market,
          'data-cents': cents,
          'data-net': left,
          title: `${text('reportSumTitle')} ${count(items)}`,
        },
        marketMark(market),
        `${referenceNames[market]} `,
        el('b', {}, formatAmount(cents, shown)),
        ...(left === undefined ? [] : [el('span', {}, ` ${net(left)}`)]),
      ),
    ),
    ...(exit && exit.items > 0
      ? [
          el(
            'div',
            { 'data-exit': exit.cents, title: `${text('reportExitTitle')} ${count(exit.items)}` },
            `${text('reportExit')} `,
            el('b', {}, net(exit.cents)),
            // A sum of fewer items beside those of more would look like a loss.
            ...(exit.items < priced ? [el('span', {}, ` ${count(exit.items)}`)] : []),
          ),
        ]
      : []),
    el('div', {}, el('span', {}, text('inventoryCounted', formatNumber(priced, 'whole'), count(items)))),
  );
}
