import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { profitOfSale, type Sale, type UsdOf } from '#core/owned/portfolio.ts';
import { ScrollTable } from '#explore/item/scroll-table.tsx';
import { moneyText } from '#ui/words/difference-text.ts';
import { countText, formatAmount, toldApart } from '#ui/words/format.ts';
import { numberLanguage, text } from '#ui/words/text.ts';

interface SalesProps {
  readonly sales: readonly Sale[];
  readonly shown: Rate;
  readonly usdOf: UsdOf;
  readonly onUndo: (sale: Sale, at: number) => void;
}

export const SalesList = ({ sales, shown, usdOf, onUndo }: SalesProps) => (
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
        <SaleRow key={at} {...{ sale, shown, usdOf }} onUndo={() => onUndo(sale, at)} />
      ))}
    </ScrollTable>
  </details>
);

interface SaleRowProps extends Pick<SalesProps, 'shown' | 'usdOf'> {
  readonly sale: Sale;
  readonly onUndo: () => void;
}

function SaleRow({ sale, shown, usdOf, onUndo }: SaleRowProps) {
  const { name, count, paid, received, soldAt } = sale;
  const profit = profitOfSale(sale, usdOf);
  const amount = (one: Money) => toldApart(formatAmount(one), one.currency, shown.code);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{dateText(soldAt)}</td>
      <td>{countText(count)}</td>
      <td>{paid && amount(paid)}</td>
      <td>{amount(received)}</td>
      <td>{profit !== undefined && moneyText(inCurrency(profit, shown))}</td>
      <td>
        <button type="button" aria-label={text('portfolioUndoSale', name)} onClick={onUndo}>
          {text('portfolioUndo')}
        </button>
      </td>
    </tr>
  );
}

const dateText = (ms: number): string =>
  new Intl.DateTimeFormat(numberLanguage(), { day: 'numeric', month: 'short', year: 'numeric' }).format(ms);
