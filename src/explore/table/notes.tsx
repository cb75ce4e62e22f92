import { balanceMarket } from '#core/prices/markets.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { UserLimits } from '#explore/rows/row-parts.ts';
import { type ExploreView, isTrendKind } from '#explore/state/view.ts';
import type { UpdateSettings } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface NotesProps {
  readonly table: ItemTable;
  readonly isComplete: boolean;
  readonly hasChanges: boolean;
  readonly view: ExploreView;
  readonly limits: UserLimits;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly onSettings: () => void;
}

/** What the view lacks, each with what to do. */
export const Notes = (props: NotesProps) => (
  <div class="notes">
    {props.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
    <FeesNote {...props} />
    <SteamNote {...props} />
    <ChangesNote {...props} />
  </div>
);

function FeesNote({ table, view, limits, onSettings }: NotesProps) {
  if (limits.fees || table.sample || isTrendKind(view.kind) || view.kind === 'all') return null;
  return (
    <p class="note warn">
      {text('exploreFeesNote')}{' '}
      <button type="button" onClick={onSettings}>
        {text('exploreFeesOpen')}
      </button>
    </p>
  );
}

function SteamNote({ view, settings, change }: NotesProps) {
  if ((view.kind !== 'steam' && view.kind !== 'balance') || settings.markets.includes(balanceMarket)) return null;
  const add = () => void change((before) => ({ ...before, markets: [...before.markets, balanceMarket] }));
  return (
    <p class="note warn">
      {text('exploreSteamMissing')}{' '}
      <button type="button" onClick={add}>
        {text('exploreSteamAdd')}
      </button>
    </p>
  );
}

function ChangesNote({ table, isComplete, hasChanges, view, settings, change }: NotesProps) {
  if (!isTrendKind(view.kind) || table.sample || hasChanges || !isComplete) return null;
  if (settings.overlay.change) return <p class="note">{text('exploreNoChanges')}</p>;
  const collect = () => void change((before) => ({ ...before, overlay: { ...before.overlay, change: true } }));
  return (
    <p class="note">
      {text('exploreChangesOff')}{' '}
      <button type="button" onClick={collect}>
        {text('exploreChangesOn')}
      </button>
    </p>
  );
}
