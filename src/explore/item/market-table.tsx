import { type ComponentChild, type ComponentChildren, toChildArray } from 'preact';
import { costCents, type MarketFees } from '#core/money/fees.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { ageMs } from '#core/prices/age.ts';
import { columnFields } from '#core/prices/detail.ts';
import { arrivingCents } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { cellText, noPriceText, notCountedText } from '#explore/table/cells.ts';
import { useLinks } from '#ui/pages/use-links.ts';
import { leavesWord } from '#ui/words/exit-text.ts';
import { formatAmount, spanText } from '#ui/words/format.ts';
import { columnText, fieldText, type HeadText } from '#ui/words/panel-words.ts';
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

interface ScrollTableProps {
  readonly kind?: string;
  readonly label: string;
  readonly caption?: ComponentChild;
  /** One a column, each with its explanation; `acts` is that of buttons, without a text. */
  readonly heads: readonly (HeadText | 'acts')[];
  readonly below?: ComponentChild;
  readonly children: ComponentChildren;
}

export const ScrollTable = ({ kind = '', label, caption, heads, below, children }: ScrollTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys
  <section class={`scroll ${kind}`} tabIndex={0} aria-label={label}>
    <table>
      {caption}
      <thead>
        <tr>
          {heads.map((head) =>
            head === 'acts' ? (
              <td key={head} class={head} />
            ) : (
              <th key={head.text} scope="col" title={head.title}>
                {head.text}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
    {below}
  </section>
);

interface NetCellProps {
  readonly market: MarketId;
  readonly fees: MarketFees | undefined;
  readonly children: ComponentChildren;
}

/** What arrives on a market. On Steam it is no cash. Without the fee for cashing out nobody knows. */
export const NetCell = ({ market, fees, children }: NetCellProps) => {
  if (market === balanceMarket)
    return (
      <td class="muted" title={text('panelNetSteam')}>
        {children}
        {toChildArray(children).some(Boolean) && <span class="line-sum">{leavesWord(market)}</span>}
      </td>
    );
  return fees?.selling && !fees.cashingOut ? <td title={text('exitNoCashOut')}>–</td> : <td>{children}</td>;
};
