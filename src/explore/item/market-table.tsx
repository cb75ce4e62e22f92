import { costCents } from '#core/money/fees.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { ageMs } from '#core/prices/age.ts';
import { columnFields } from '#core/prices/detail.ts';
import { arrivingCents } from '#core/prices/exit-value.ts';
import { marketNames } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { NetCell, ScrollTable } from '#explore/item/scroll-table.tsx';
import { cellText, noPriceText, notCountedText } from '#explore/table/cells.ts';
import { useLinks } from '#ui/pages/use-links.ts';
import { formatAmount, spanText } from '#ui/words/format.ts';
import { columnText, fieldText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

export interface MarketTableProps {
  readonly deps: ExploreDeps;
  readonly model: RowModel;
  readonly row: number;
  readonly shown: Rate;
  /** Ms since the epoch. */
  readonly now: number;
  readonly name: string;
  /** All markets are loaded: until then the number of offers is not known. */
  readonly isComplete: boolean;
}

export function MarketTable({ deps, name, ...rest }: MarketTableProps) {
  const links = useLinks(deps, name);
  const fees = hasFees(rest) ? (['cost', 'net'] as const) : [];
  return (
    <ScrollTable
      kind="two-lines"
      label={text('exploreMarkets')}
      caption={<caption>{text('exploreMarkets')}</caption>}
      heads={(['market', 'price', ...fees, ...columnFields, 'age'] as const).map(columnText)}
      below={<NotCounted {...rest} />}
    >
      {rest.model.table.markets.map(({ market }, index) => (
        <MarketRow key={market} {...rest} index={index} link={links?.find((one) => one.market === market)?.url} />
      ))}
    </ScrollTable>
  );
}

const hasFees = ({ model }: Pick<MarketTableProps, 'model'>): boolean => model.limits.fees !== undefined;

function NotCounted({ model, row, isComplete }: Omit<MarketTableProps, 'deps' | 'name'>) {
  const reasons = new Map<string, string[]>();
  for (const [index, { market }] of isComplete ? model.table.markets.entries() : []) {
    const why = notCountedText(model, index, row);
    if (why) reasons.set(why, [...(reasons.get(why) ?? []), marketNames[market]]);
  }
  if (reasons.size === 0) return null;
  return (
    <details class="note not-counted">
      <summary>{text('exploreNotCounted', [...reasons.values()].flat().join(', '))}</summary>
      {[...reasons].map(([reason, names]) => (
        <p key={reason}>
          {names.join(', ')}: {reason}
        </p>
      ))}
    </details>
  );
}

interface MarketRowProps extends Omit<MarketTableProps, 'deps' | 'name'> {
  readonly index: number;
  readonly link: string | undefined;
}

function MarketRow({ model, row, index, shown, now, isComplete, link }: MarketRowProps) {
  const column = model.table.markets[index];
  if (!column) return null;
  const { market, cents, updatedAt } = column;
  const name = marketNames[market];
  const price = cents[row] ?? 0;
  const { tone, title } = isComplete ? cellText(model, `price:${market}`, row, shown) : {};
  const amount = (value: number | undefined) => (value ? formatAmount(inCurrency(value, shown)) : '');
  // As in the comparison: few listings make a price no less true, a flag or its age does.
  const isSound = !isComplete || ((model.stages.current[row] ?? 0) & (1 << index)) !== 0;
  const own = model.table.sample || !isComplete || !price || !isSound ? undefined : model.limits.fees?.[market];
  const left = arrivingCents(market, { cents: price, avg7: column.avg7[row] }, own);
  return (
    <tr class={tone}>
      <th scope="row">
        {link ? (
          <a href={link} target="_blank" rel="noopener noreferrer" title={text('panelOpen', name)}>
            {name}
          </a>
        ) : (
          name
        )}
        {tone === 'best' && (
          <>
            {' '}
            <span class="tag good">{text('exploreCheapest')}</span>
          </>
        )}
      </th>
      <td title={title}>
        {price ? formatAmount(inCurrency(price, shown)) : <span class="muted">{noPriceText(column, row)}</span>}
      </td>
      {hasFees({ model }) && <td>{amount(costCents(price, own))}</td>}
      {hasFees({ model }) && (
        <NetCell market={market} fees={own}>
          {amount(left)}
        </NetCell>
      )}
      {columnFields.map((id) => {
        const value = column[id][row];
        // An average is compared with no price in doubt.
        const words = value ? fieldText(id, value, (isSound && price) || undefined, shown) : undefined;
        return (
          <td key={id} title={words?.title}>
            {words?.text}
          </td>
        );
      })}
      <td>{price ? spanText(ageMs((updatedAt[row] ?? 0) * 1000, now)) : ''}</td>
    </tr>
  );
}
