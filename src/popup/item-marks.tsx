import { hasPhases } from '#core/items/phases.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Quote } from '#core/prices/quote.ts';
import { markClass } from '#ui/marks/market-mark.ts';
import { text } from '#ui/words/text.ts';

/** A market's mark, and the label for screen readers, which skip the mark. */
export const MarketSign = ({ market, label }: { market: MarketId; label: string }) => (
  <>
    <span class={markClass(market)} />
    <span class="visually-hidden">{label}</span>
  </>
);

interface PriceCaveatsProps {
  readonly name: string;
  readonly quote?: Quote | null | undefined;
  readonly sample?: boolean | undefined;
}

/** Tags for prices that need care: they are made up, of any phase, or an outlier. */
export const PriceCaveats = ({ name, quote, sample }: PriceCaveatsProps) => (
  <>
    {sample && (
      <span class="tag warn" title={text('overlaySampleTitle')}>
        {text('overlaySample')}
      </span>
    )}
    {hasPhases(name) && (
      <span class="tag" title={text('overlayAnyPhaseTitle')}>
        {text('overlayAnyPhase')}
      </span>
    )}
    {quote?.inflated && (
      <span class="tag warn" title={text('overlayOutlierTitle')}>
        {text('overlayOutlier')}
      </span>
    )}
  </>
);
