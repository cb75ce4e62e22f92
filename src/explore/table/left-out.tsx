import type { Selection } from '#core/rows/select-rows.ts';
import { overrulableReasons, type PriceRules } from '#core/rows/view.ts';
import { leftOutText } from '#explore/table/cells.ts';
import { Menu } from '#explore/table/menus.tsx';
import { countText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

export interface ReasonsProps {
  readonly selection: Selection;
  readonly rules: PriceRules;
  readonly minOffers: number;
  readonly onRules: (rules: PriceRules) => void;
}

interface RowCountsProps extends ReasonsProps {
  /** Without all markets, nobody knows yet why a row is left out. */
  readonly isComplete: boolean;
}

export function SelectionCounts({ isComplete, ...reasons }: RowCountsProps) {
  const { selection, rules } = reasons;
  const { rows, doubtful, leftOut } = selection;
  const total = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
  return (
    <div class="counts">
      <span role="status">{text('exploreCount', countText(rows.length))}</span>
      {doubtful > 0 && (
        <span class="muted" title={text('exploreDoubtTitle')}>
          {text('exploreDoubtful', countText(doubtful))}
        </span>
      )}
      {isComplete && (total > 0 || rules.overruled.length > 0) && (
        <Menu
          kind="left-out"
          summary={text('exploreLeftOut', countText(total))}
          content={() => <Reasons {...reasons} />}
        />
      )}
    </div>
  );
}

/** Why rows are left out. Those of a reason that the user may overrule can be shown. */
export function Reasons({ selection: { leftOut }, rules, minOffers, onRules }: ReasonsProps) {
  const overruled = rules.overruled.filter((reason) => !leftOut.has(reason)).map((reason) => [reason, 0] as const);
  const toggle = (reason: PriceRules['overruled'][number], on: boolean) =>
    onRules({
      ...rules,
      overruled: on ? [...rules.overruled, reason] : rules.overruled.filter((one) => one !== reason),
    });
  return (
    <ul class="reasons">
      {[...leftOut, ...overruled].map(([reason, count]) => {
        const overrulable = overrulableReasons.find((one) => one === reason);
        const phrase = leftOutText(reason, minOffers);
        return (
          <li key={reason}>
            <span class="amount">{countText(count)}</span>
            <span>{phrase}</span>
            {overrulable && (
              <label>
                <input
                  type="checkbox"
                  aria-label={`${text('exploreShowThese')}: ${phrase}`}
                  checked={rules.overruled.includes(overrulable)}
                  onChange={(event) => toggle(overrulable, event.currentTarget.checked)}
                />
                {text('exploreShowThese')}
              </label>
            )}
          </li>
        );
      })}
    </ul>
  );
}
