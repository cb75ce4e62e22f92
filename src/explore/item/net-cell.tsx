import type { ComponentChildren } from 'preact';
import type { MarketFees } from '#core/money/fees.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { text } from '#ui/words/text.ts';

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
      </td>
    );
  return fees?.selling && !fees.cashingOut ? <td title={text('exitNoCashOut')}>–</td> : <td>{children}</td>;
};
