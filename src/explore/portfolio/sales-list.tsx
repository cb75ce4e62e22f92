import type { Rate } from '#core/money/rates.ts';
import type { Sale } from '#core/owned/portfolio.ts';
import { ScrollTable } from '#explore/item/scroll-table.tsx';
import { moneyText } from '#ui/words/difference-text.ts';
import { countText, formatAmount } from '#ui/words/format.ts';
import { numberLanguage, text } from '#ui/words/text.ts';

interface SalesProps {
  readonly sales: readonly Sale[];
  readonly shown: Rate;
  readonly onUndo: (sale: Sale, at: number) => void;
}

/** All sales, the newest first. */
export const SalesList = ({ sales, shown, onUndo }: SalesProps) => (
  <details class="sales">
    <summary>{text('portfolioSales', countText(sales.length))}</summary>
    <ScrollTable
      label={text('portfolioSales', countText(sales.length))}
      heads={[
        { text: text('wordItem') },
        { text: text('portfolioSoldOn') },
        { text: text('wordCount') },
        { text: text('portfolioPaidHead') },
        { text: text('portfolioReceivedEach', shown.code) },
        { text: text('portfolioProfit') },
        'acts',
      ]}
    >
      {[...sales.entries()].toReversed().map(([at, sale]) => (
        <SaleRow key={at} sale={sale} shown={shown} onUndo={() => onUndo(sale, at)} />
      ))}
    </ScrollTable>
  </details>
);

interface SaleRowProps {
  readonly sale: Sale;
  readonly shown: Rate;
  readonly onUndo: () => void;
}

function SaleRow({ sale: { name, count, paidCents, receivedCents, soldAt }, shown, onUndo }: SaleRowProps) {
  const profit = paidCents === null ? undefined : (receivedCents - paidCents) * count;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{dateText(soldAt)}</td>
      <td>{countText(count)}</td>
      <td>{paidCents !== null && formatAmount(paidCents, shown)}</td>
      <td>{formatAmount(receivedCents, shown)}</td>
      <td class={profit === undefined ? '' : profit < 0 ? 'bad' : 'good'}>
        {profit !== undefined && moneyText(profit, shown)}
      </td>
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
