import { feePresets, isOldPreset, withPresets } from '#core/money/fee-presets.ts';
import type { MarketFees } from '#core/money/fees.ts';
import { marketNames } from '#core/prices/markets.ts';
import { feesText } from '#popup/settings/fee-words.ts';
import { Act, Away } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface FeePresetsProps extends SettingsProps {
  readonly now: number;
}

const months = feePresets.map(({ date }) => date.slice(0, 7)).sort();

/** Offers the fees of public sources by one click while the user has none: without fees there is no exit value. */
export const FeesOffer = ({ settings: { fees }, change, now }: FeePresetsProps) =>
  fees.confirmed || Object.keys(fees.markets).length > 0 ? null : (
    <section class="fees-offer" aria-labelledby="fees-offer">
      <h2 id="fees-offer" class="visually-hidden">
        {text('settingsSectionFees')}
      </h2>
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

export function FeePresets({ settings: { fees }, change, now }: FeePresetsProps) {
  const has = (market: string, stages: MarketFees) =>
    Object.keys(stages).every((stage) => Object.hasOwn(fees.markets[market] ?? {}, stage));
  const isUsed = fees.confirmed && feePresets.every((preset) => has(preset.market, preset.fees));
  return (
    <div class="presets">
      <h3>{text('feePresets')}</h3>
      <PresetList now={now} />
      <p class="hint">{text('feePresetsNone')}</p>
      {!isUsed && (
        <>
          <p class="hint">{text('feePresetsHint')}</p>
          <UsePresets change={change} />
        </>
      )}
    </div>
  );
}

function PresetList({ now }: Pick<FeePresetsProps, 'now'>) {
  const old = feePresets.filter((preset) => isOldPreset(preset, now)).map(({ market }) => marketNames[market]);
  return (
    <>
      <ul>
        {feePresets.map((preset) => (
          <li key={preset.market}>
            {text('settingsFeeOf', marketNames[preset.market], feesText(preset.market, preset.fees))} (
            <Away href={preset.source}>{text('feePresetsSource', preset.date)}</Away>)
          </li>
        ))}
      </ul>
      {old.length > 0 && <p class="note warn">{text('feePresetsOld', old.join(', '))}</p>}
    </>
  );
}

function UsePresets({ change }: Pick<FeePresetsProps, 'change'>) {
  const use = () =>
    change((before) => ({
      ...before,
      fees: { confirmed: true, markets: withPresets(before.fees.markets) },
    }));
  return (
    <div class="buttons">
      <Act onClick={use}>{text('feePresetsUse')}</Act>
    </div>
  );
}
