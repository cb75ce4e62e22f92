import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import { text } from '#ui/text.ts';

interface DoubtProps {
  readonly name: string;
  readonly quote?: Quote | null | undefined;
}

/** What an item's prices have to be read with: they are of any phase, or an outlier. */
export const DoubtTags = ({ name, quote }: DoubtProps) => (
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
