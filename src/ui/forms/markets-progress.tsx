import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { text } from '#ui/words/text.ts';

interface MarketsProgressProps {
  readonly chosen: readonly MarketId[];
  /** The chosen markets that are not loaded yet, in their order: the first is being loaded. */
  readonly waiting: readonly MarketId[];
}

export const MarketsProgress = ({ chosen, waiting: [first, ...rest] }: MarketsProgressProps) => (
  <p class="markets-progress muted" role="status">
    {first &&
      text('marketsLoading', marketNames[first], String(chosen.length - rest.length - 1), String(chosen.length))}
  </p>
);
