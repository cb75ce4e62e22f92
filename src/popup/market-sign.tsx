import type { MarketId } from '#core/prices/markets.ts';
import { marketMark } from '#ui/overlay/market-mark.ts';

interface MarketSignProps {
  readonly market: MarketId;
  /** For screen readers, which skip the mark. */
  readonly label: string;
}

export const MarketSign = ({ market, label }: MarketSignProps) => (
  <>
    <span class="sign" ref={(place) => place?.replaceChildren(marketMark(market))} />
    <span class="visually-hidden">{label}</span>
  </>
);
