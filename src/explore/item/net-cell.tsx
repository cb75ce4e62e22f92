import type { ComponentChildren } from 'preact';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { text } from '#ui/words/text.ts';

interface NetCellProps {
  readonly market: MarketId;
  readonly children: ComponentChildren;
}

/** What arrives on a market. On Steam it is no cash. */
export const NetCell = ({ market, children }: NetCellProps) => (
  <td
    class={market === balanceMarket ? 'muted' : ''}
    title={market === balanceMarket ? text('panelNetSteam') : undefined}
  >
    {children}
  </td>
);
