import type { ValueDoubt, ValuedHolding } from '#core/portfolio-value.ts';
import { signedDollars } from '#popup/portfolio/portfolio-words.ts';
import { formatDollars } from '#popup/watch/watch-words.ts';
import { countText } from '#ui/age.ts';
import { text } from '#ui/text.ts';

interface RowProps {
  readonly holding: ValuedHolding;
  readonly onRemove: () => void;
}

const doubtKeys = {
  missing: 'searchNoPrice',
  inflated: 'overlayOutlier',
  stale: 'panelStale',
  sample: 'overlaySample',
  'any-phase': 'overlayAnyPhase',
} as const satisfies Record<ValueDoubt, string>;

/** One entry: what it is worth, what is left of that, and the profit or loss. */
export function PortfolioRow({ holding, onRemove }: RowProps) {
  const { name, count, paidCents, value, net, profit, doubt } = holding;
  return (
    <li class="watched">
      <div class="line">
        <span class="held">
          {countText(count)} × {name}
        </span>
        <button type="button" class="star" aria-label={text('portfolioRemove', name)} onClick={onRemove}>
          ✕
        </button>
      </div>
      <div class="line muted">
        <span class="paid">
          {paidCents === null ? text('portfolioPaidUnknown') : text('portfolioPaid', formatDollars(paidCents))}
        </span>
        <span title={text('portfolioValueTitle')}>
          {value === undefined ? text(doubtKeys[doubt ?? 'missing']) : formatDollars(value)}
        </span>
        {net !== undefined && (
          <span title={text('portfolioNetTitle')}>
            {text('panelNet')} {formatDollars(net)}
          </span>
        )}
        {profit !== undefined && (
          <strong class={profit < 0 ? 'loss' : 'gain'} title={text('portfolioProfitTitle')}>
            {signedDollars(profit)}
          </strong>
        )}
      </div>
    </li>
  );
}
