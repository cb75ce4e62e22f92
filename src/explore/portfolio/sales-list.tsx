import { profitOfSale, type Sale } from '#core/owned/portfolio.ts';
import { ScrollTable } from '#explore/item/market-table.tsx';
import { Gain, type SumsProps } from '#explore/portfolio/portfolio-sums.tsx';
import { countText, formatDate } from '#ui/words/format.ts';
import { ownAmount } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

interface SalesProps extends Omit<SumsProps, 'value'> {
  readonly onUndo: (sale: Sale, at: number) => void;
}

export const SalesList = ({ sales, shown, usdOf, ofThen, onUndo }: SalesProps) => (
  <details class="sales">
    <summary>{text('portfolioSales', countText(sales.length))}</summary>
    <ScrollTable
      label={text('portfolioSales', countText(sales.length))}
      heads={[
        { text: text('wordItem') },
        { text: text('portfolioSoldOn') },
        { text: text('wordCount') },
        { text: text('portfolioPaidHead') },
        { text: text('portfolioReceivedHead') },
        { text: text('portfolioProfit') },
        'acts',
      ]}
    >
      {[...sales.entries()].toReversed().map(([at, sale]) => (
        <SaleRow key={at} {...{ sale, shown, usdOf, ofThen }} onUndo={() => onUndo(sale, at)} />
      ))}
    </ScrollTable>
  </details>
);

interface SaleRowProps extends Pick<SalesProps, 'shown' | 'usdOf' | 'ofThen'> {
  readonly sale: Sale;
  readonly onUndo: () => void;
}

function SaleRow({ sale, shown, usdOf, ofThen, onUndo }: SaleRowProps) {
  const { name, count, paid, received, soldAt } = sale;
  const profit = profitOfSale(sale, usdOf, ofThen);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatDate(soldAt)}</td>
      <td>{countText(count)}</td>
      <td>{paid && ownAmount(paid, shown.code)}</td>
      <td>{ownAmount(received, shown.code)}</td>
      <td>
        <Gain cents={profit} shown={shown} of={[ofThen.cost(sale), ofThen.received(sale)]} />
      </td>
      <td>
        <button type="button" aria-label={text('portfolioUndoSale', name)} onClick={onUndo}>
          {text('portfolioUndo')}
        </button>
      </td>
    </tr>
  );
}
