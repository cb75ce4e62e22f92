import { marketIds, markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { feesText } from '#popup/settings/fee-words.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Mark } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';

interface FeesNoteProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/**
 * Asks to confirm the fees of an older version again, which knew the selling fee alone: without the fees for buying and
 * cashing out, too much would be left. Empty unless such fees wait.
 */
export function FeesNote({ settings: { fees }, change }: FeesNoteProps) {
  const known = marketIds.flatMap((id) => {
    const stages = fees.markets[id];
    return stages ? [text('settingsFeeOf', markets[id].name, feesText(stages))] : [];
  });
  const isWaiting = fees.reconfirm && !fees.confirmed && known.length > 0;
  const answer = (confirmed: boolean) => () =>
    change((now) => ({ ...now, fees: { ...now.fees, confirmed, reconfirm: false } }));
  return (
    <div role="status" class="fees-note">
      {isWaiting && (
        <section>
          <Mark tone="warn" />
          <div>
            <p>{text('feesWaiting')}</p>
            <p class="muted">{known.join(' · ')}</p>
            <div class="buttons">
              <button type="button" onClick={answer(false)}>
                {text('feesWaitingLater')}
              </button>
              <button type="button" class="primary" onClick={answer(true)}>
                {text('feesWaitingConfirm')}
              </button>
            </div>
          </div>
        </section>
      )}
    </div>
  );
}
