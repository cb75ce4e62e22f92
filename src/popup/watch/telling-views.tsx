import { useCallback } from 'preact/hooks';
import type { Rate } from '#core/money/rates.ts';
import { rowSentence } from '#core/owned/alert-sentence.ts';
import { marketNames } from '#core/prices/markets.ts';
import { maxViewRows, type ViewWait } from '#core/rows/view-alerts.ts';
import { explorePath, viewPath } from '#core/settings/explore-path.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Away } from '#ui/forms/parts.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { percentText } from '#ui/words/difference-text.ts';
import { countText, formatAmount, spanText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

interface TellingViewsProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush'>;
  readonly shown: Rate;
  readonly now: number;
}

export function TellingViews({ deps: { ask, onPush }, shown, now }: TellingViewsProps) {
  const { asked } = useAsked(
    useCallback(() => ask('view-alerts', {}), [ask]),
    onPush,
  );
  if (asked.state !== 'told' || asked.answer.length === 0) return null;
  const words = { shown, amount: formatAmount, percent: percentText };
  return (
    <div class="view-alerts">
      <h2>{text('watchViews')}</h2>
      {asked.answer.map(({ name, address, wait, told }) => (
        <div key={name}>
          <Away href={viewPath(address)}>{name}</Away>{' '}
          <span class="muted">{wait ? waitText(wait) : told.length === 0 && text('watchViewsWaiting')}</span>
          {told.length > 0 && (
            <details>
              <summary>{text('watchViewsTold', countText(told.length), spanText(now - (told[0]?.at ?? now)))}</summary>
              {told.map((row) => (
                <p key={row.name} class="note">
                  <Away href={explorePath(row.name)}>{row.name}</Away> {rowSentence(row, words)} ·{' '}
                  {spanText(now - row.asOf)}
                </p>
              ))}
            </details>
          )}
        </div>
      ))}
    </div>
  );
}

const waitKeys = { none: 'watchDoubtMissing', sample: 'watchDoubtSample', old: 'watchDoubtStale' } as const;

function waitText({ reason, markets: waiting }: ViewWait): string {
  const names = waiting.map((market) => marketNames[market]).join(', ');
  if (reason === 'loading') return text('watchViewsLoading', names);
  if (reason === 'many') return text('watchViewsMany', countText(maxViewRows));
  return text(waitKeys[reason]);
}
