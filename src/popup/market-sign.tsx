import type { MarketId } from '#core/prices/markets.ts';
import { marketMark } from '#ui/overlay/market-mark.ts';

/** A market's mark, and the label for screen readers, which skip the mark. */
export const MarketSign = ({ market, label }: { market: MarketId; label: string }) => (
  <>
    <span class="sign" ref={(place) => place?.replaceChildren(marketMark(market))} />
    <span class="visually-hidden">{label}</span>
  </>
);
