import { useState } from 'preact/hooks';
import { type FeeStage, type Fees, feeStages, isMarketFees, type MarketFees, noFees } from '#core/fees.ts';
import { balanceMarket, marketIds } from '#core/markets.ts';
import { type Settings, withSetting } from '#core/settings.ts';
import { parseFee } from '#popup/settings/fee-cell.ts';
import { stageText } from '#popup/settings/fee-words.ts';
import { countText } from '#ui/age.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

interface SameForAllProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

type Typed = Readonly<Record<FeeStage, string>>;
const nothing: Typed = { buying: '', selling: '', cashingOut: '' };

/** The last rows of the table of fees: sets a fee for every market, at the press of a button, as it replaces what they have. */
export function SameForAll({ settings, change }: SameForAllProps) {
  const [typed, setTyped] = useState(nothing);
  const [message, setMessage] = useState<StatusMessage>();
  const type = (stage: FeeStage, fee: string) => {
    setTyped((before) => ({ ...before, [stage]: fee }));
    setMessage(undefined);
  };
  const apply = () => {
    const given = parseAll(typed);
    if ('problem' in given) return setMessage({ tone: 'bad', text: given.problem });
    const { fees, count } = withSameFees(settings.fees.markets, given);
    if (!Object.values(fees).every(isMarketFees)) return setMessage({ tone: 'bad', text: text('settingsFeeSum') });
    if (count === 0) return setMessage({ tone: 'bad', text: text('feesSameHint') });
    void change((now) => withSetting(now, 'fees.markets', withSameFees(now.fees.markets, given).fees));
    setTyped(nothing);
    setMessage({ tone: 'good', text: plural('feesSameDone', count, countText(count)) });
  };
  return (
    <tfoot>
      <tr>
        <th scope="row">{text('feesSame')}</th>
        {feeStages.map((stage) => (
          <td key={stage}>
            <div class="input">
              <input
                autocomplete="off"
                value={typed[stage]}
                aria-label={text('settingsFeeOf', text('feesSame'), stageText(stage))}
                aria-describedby="fees-same-hint"
                onInput={(event) => type(stage, event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Enter' && apply()}
              />
            </div>
          </td>
        ))}
      </tr>
      <tr>
        <td colSpan={4}>
          <div class="buttons">
            <button type="button" onClick={apply}>
              {text('feesSameApply')}
            </button>
            <p id="fees-same-hint" class="hint">
              {text('feesSameHint')}
            </p>
          </div>
          <StatusLine outcome={message} />
        </td>
      </tr>
    </tfoot>
  );
}

type Given = Partial<MarketFees>;

/** The fees of the fields that are not empty; the problem with the first that is wrong. */
function parseAll(typed: Typed): Given | { readonly problem: string } {
  const given: { [stage in FeeStage]?: MarketFees[FeeStage] } = {};
  for (const stage of feeStages) {
    if (typed[stage].trim() === '') continue;
    const fee = parseFee(typed[stage]);
    if ('problem' in fee) return { problem: text('settingsFeeOf', stageText(stage), fee.problem) };
    given[stage] = fee;
  }
  return given;
}

/**
 * Fees with the given ones for every market but the one whose balance is no cash, which has fees of its own kind. A market
 * of unknown fees gets them only if all are given: else a stage that nobody entered would count as free.
 */
function withSameFees(before: Fees, given: Given): { readonly fees: Fees; readonly count: number } {
  const stages = Object.keys(given).length;
  const isSet = (market: (typeof marketIds)[number]) =>
    market !== balanceMarket && stages > 0 && (before[market] !== undefined || stages === feeStages.length);
  const set = marketIds.filter(isSet);
  const entries = set.map((market) => [market, { ...(before[market] ?? noFees), ...given }]);
  return { fees: { ...before, ...Object.fromEntries(entries) }, count: set.length };
}
