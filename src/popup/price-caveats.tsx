import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import { text } from '#ui/text.ts';

interface PriceCaveatsProps {
  readonly name: string;
  readonly quote?: Quote | null | undefined;
}

/** Tags for prices that need care: they are of any phase, or an outlier. */
export const PriceCaveats = ({ name, quote }: PriceCaveatsProps) => (
  <>
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
