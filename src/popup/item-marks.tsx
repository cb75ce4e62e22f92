import { hasPhases } from '#core/items/phases.ts';
import type { Quote } from '#core/prices/quote.ts';
import { text } from '#ui/words/text.ts';

interface PriceCaveatsProps {
  readonly name: string;
  readonly quote?: Quote | null | undefined;
  readonly sample?: boolean | undefined;
}

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
      <span class="tag warn" title={text('overlayInflatedTitle')}>
        {text('overlayInflated')}
      </span>
    )}
  </>
);
