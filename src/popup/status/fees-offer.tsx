import { feePresets } from '#core/money/fee-presets.ts';
import { PresetList, UsePresets } from '#popup/settings/fee-presets.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface FeesOfferProps extends SettingsProps {
  readonly now: number;
}

/** The months of the sources, the oldest first. */
const months = feePresets.map(({ date }) => date.slice(0, 7)).sort();

/** Offers the fees of public sources by one click while the user has none: without fees there is no exit value. */
export const FeesOffer = ({ settings: { fees }, change, now }: FeesOfferProps) =>
  fees.confirmed || Object.keys(fees.markets).length > 0 ? null : (
    <section class="fees-offer" aria-labelledby="fees-offer">
      <h2 id="fees-offer">{text('settingsSectionFees')}</h2>
      <div class="offer">
        <p>{text('feesOffer')}</p>
        <UsePresets change={change} />
      </div>
      <details class="presets">
        <summary class="muted">
          {text('feePresets')} ({months[0]} – {months.at(-1)})
        </summary>
        <PresetList now={now} />
      </details>
    </section>
  );
