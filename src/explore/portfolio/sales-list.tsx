import type { Rate } from '#core/money/rates.ts';
import type { Sale } from '#core/owned/portfolio.ts';
import { countText } from '#ui/words/age.ts';
import { moneyText } from '#ui/words/difference-text.ts';
import { formatAmount } from '#ui/words/format.ts';
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
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys */}
    <section class="scroll" tabIndex={0} aria-label={text('portfolioSales', countText(sales.length))}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('wordItem')}</th>
            <th scope="col">{text('portfolioSoldOn')}</th>
            <th scope="col">{text('wordCount')}</th>
            <th scope="col">{text('portfolioPaidHead')}</th>
            <th scope="col">{text('portfolioReceivedEach', shown.code)}</th>
            <th scope="col">{text('portfolioProfit')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {[...sales.entries()].toReversed().map(([at, sale]) => (
            <SaleRow key={at} sale={sale} shown={shown} onUndo={() => onUndo(sale, at)} />
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

interface SaleRowProps extends Pick<SalesProps, 'shown'> {
  readonly sale: Sale;
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
