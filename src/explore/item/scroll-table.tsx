import { type ComponentChild, type ComponentChildren, toChildArray } from 'preact';
import type { MarketFees } from '#core/money/fees.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { leavesWord } from '#ui/words/exit-text.ts';
import type { HeadText } from '#ui/words/panel-words.ts';
import { text } from '#ui/words/text.ts';

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
