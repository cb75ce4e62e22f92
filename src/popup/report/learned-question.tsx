import { markets } from '#core/markets.ts';
import type { Money } from '#core/money.ts';
import { dollar } from '#core/rates.ts';
import { type Settings, withSetting } from '#core/settings.ts';
import type { LearnedCard } from '#protocol/messages.ts';
import { formatAmount } from '#ui/format.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Switch } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface LearnedQuestionProps {
  /** Site id. */
  readonly site: string;
  readonly cards: readonly LearnedCard[];
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/**
 * Asks once per site whether the prices that were learned from its cards are right, and then lets the user change the
 * answer. Empty while none was learned.
 */
export function LearnedQuestion({ site, cards, settings, change }: LearnedQuestionProps) {
  const answered = Object.hasOwn(settings.learned, site) ? settings.learned[site] : undefined;
  const answer = (right: boolean) => change((now) => withSetting(now, 'learned', { ...now.learned, [site]: right }));
  if (answered !== undefined)
    return (
      <div class="learned">
        <Switch label={text('learnedSwitch')} on={answered} onSwitch={answer} />
      </div>
    );
  if (cards.length === 0) return null;
  return (
    <div class="learned">
      <p id="learned">
        <b>{text('learnedQuestion')}</b> {text('learnedHint')}
      </p>
      <table class="sums" aria-labelledby="learned">
        <tbody>
          {cards.map(({ item, listing, market, cents }) => (
            <tr key={item}>
              <th scope="row">{item}</th>
              <td>{priceText(listing)}</td>
              <td class="muted">
                {markets[market].name} {formatAmount(cents, dollar)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <button type="button" onClick={() => answer(false)}>
          {text('learnedNo')}
        </button>
        <button type="button" class="primary" onClick={() => answer(true)}>
          {text('learnedYes')}
        </button>
      </div>
    </div>
  );
}

const priceText = ({ amount, currency }: Money): string =>
  formatAmount(Number(amount) * 100, { code: currency, perUsd: 1, of: '' });
