import { inCurrency, type Rate } from '#core/money/rates.ts';
import { marketNames } from '#core/prices/markets.ts';
import type { PartialSum } from '#core/prices/partial-sum.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import { listTotals } from '#explore/bulk/list-sums.ts';
import { NetCell, ScrollTable } from '#explore/item/market-table.tsx';
import { countText, formatAmount } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

interface WhereTableProps {
  /** Counts no thin prices. */
  readonly model: RowModel;
  readonly rows: Parameters<typeof listTotals>[1];
  /** The number of all items, with those that name no row. */
  readonly of: number;
  readonly shown: Rate;
}

export function WhereTable({ model, rows, of, shown }: WhereTableProps) {
  const totals = listTotals(model, rows);
  const { fees } = model.limits;
  const afterFees = [
    { text: text('wordNet'), title: text('reportNetTitle') },
    { text: text('exploreWhereBest'), title: text('exploreWhereBestTitle') },
  ];
  return (
    <ScrollTable
      kind="where"
      label={text('exploreWhere')}
      caption={<caption class="seen">{text('exploreWhere')}</caption>}
      heads={[
        { text: text('wordMarket') },
        { text: text('exploreWhereAsks'), title: text('exploreWhereAsksTitle') },
        ...(fees ? afterFees : []),
      ]}
    >
      {fees && (
        <tr class="all">
          <th scope="row" colSpan={3} title={text('reportExitTitle')}>
            {text('wordBestOfEach')}
          </th>
          <SumCell total={totals.best} of={of} shown={shown} />
        </tr>
      )}
      {totals.markets.map(({ market, cents, items, net, best }) => (
        <tr key={market}>
          <th scope="row">{marketNames[market]}</th>
          <SumCell total={{ cents, items }} of={of} shown={shown} />
          {fees && (
            <>
              <NetCell market={market} fees={fees[market]}>
                {net && formatAmount(inCurrency(net.cents, shown))}
                {net && net.items < items && <Items items={net.items} />}
              </NetCell>
              <td>
                {best.items > 0 && formatAmount(inCurrency(best.cents, shown))}
                {best.items > 0 && <Items items={best.items} />}
              </td>
            </>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}

const Items = ({ items }: Pick<PartialSum, 'items'>) => (
  <span class="muted"> · {plural('wordItems', items, countText(items))}</span>
);

interface SumCellProps extends Pick<WhereTableProps, 'of' | 'shown'> {
  readonly total: PartialSum;
}

/** A sum, and of how many items it is where some have none. One without any is not 0 but unknown. */
const SumCell = ({ total: { cents, items }, of, shown }: SumCellProps) => (
  <td title={text('exploreBulkPriced', countText(items), countText(of))}>
    {items > 0 ? formatAmount(inCurrency(cents, shown)) : '–'}
    {items < of && (
      <span class="muted">
        {' '}
        {countText(items)}/{countText(of)}
      </span>
    )}
  </td>
);
