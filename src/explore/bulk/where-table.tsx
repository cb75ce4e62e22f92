import type { Fees } from '#core/money/fees.ts';
import type { Rate } from '#core/money/rates.ts';
import { markets } from '#core/prices/markets.ts';
import type { PartialSum } from '#core/prices/partial-sum.ts';
import { type ListTotals, listTotals } from '#explore/bulk/list-sums.ts';
import { NetCell } from '#explore/item/net-cell.tsx';
import type { RowModel } from '#explore/rows/row-model.ts';
import { countText } from '#ui/words/age.ts';
import { formatAmount } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

interface WhereTableProps {
  /** Counts no thin prices. */
  readonly model: RowModel;
  readonly rows: Parameters<typeof listTotals>[1];
  /** The number of all items, with those that name no row. */
  readonly of: number;
  readonly shown: Rate;
}

/** What all items bring on each market, and when each is sold where that pays best. */
export function WhereTable({ model, rows, of, shown }: WhereTableProps) {
  const totals = listTotals(model, rows);
  const { fees } = model.limits;
  const hasFees = fees !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys
    <section class="scroll where" tabIndex={0} aria-label={text('exploreWhere')}>
      <table>
        <caption class="seen">{text('exploreWhere')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('wordMarket')}</th>
            <th scope="col" title={text('exploreWhereAsksTitle')}>
              {text('exploreWhereAsks')}
            </th>
            {hasFees && (
              <>
                <th scope="col" title={text('reportNetTitle')}>
                  {text('wordNet')}
                </th>
                <th scope="col" title={text('exploreWhereBestTitle')}>
                  {text('exploreWhereBest')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {hasFees && (
            <tr class="all">
              <th scope="row" colSpan={3} title={text('reportExitTitle')}>
                {text('wordBestOfEach')}
              </th>
              <SumCell total={totals.best} of={of} shown={shown} />
            </tr>
          )}
          <Markets {...{ totals, of, shown, fees }} />
        </tbody>
      </table>
    </section>
  );
}

interface MarketsProps extends Pick<WhereTableProps, 'of' | 'shown'> {
  readonly totals: ListTotals;
  readonly fees: Fees | undefined;
}

const Markets = ({ totals, of, shown, fees }: MarketsProps) => (
  <>
    {totals.markets.map(({ market, asks, net, best }) => (
      <tr key={market}>
        <th scope="row">{markets[market].name}</th>
        <SumCell total={asks} of={of} shown={shown} />
        {fees && (
          <>
            <NetCell market={market} fees={fees[market]}>
              {net.items > 0 && formatAmount(net.cents, shown)}
              {net.items > 0 && net.items < asks.items && (
                <span class="muted"> · {plural('wordItems', net.items, countText(net.items))}</span>
              )}
            </NetCell>
            <td>
              {best.items > 0 && formatAmount(best.cents, shown)}
              {best.items > 0 && <span class="muted"> · {plural('wordItems', best.items, countText(best.items))}</span>}
            </td>
          </>
        )}
      </tr>
    ))}
  </>
);

interface SumCellProps extends Pick<WhereTableProps, 'of' | 'shown'> {
  readonly total: PartialSum;
}

/** A sum, and of how many items it is where some have none. One without any is not 0 but unknown. */
const SumCell = ({ total: { cents, items }, of, shown }: SumCellProps) => (
  <td title={text('exploreBulkPriced', countText(items), countText(of))}>
    {items > 0 ? formatAmount(cents, shown) : '–'}
    {items < of && (
      <span class="muted">
        {' '}
        {countText(items)}/{countText(of)}
      </span>
    )}
  </td>
);
