import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { RelayWatchOutcome, WatchAnswer } from '#protocol/watch-list-messages.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Switch } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface RelayAlertsProps {
  readonly deps: Pick<PopupDeps, 'ask'>;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly answer: WatchAnswer;
}

const outcomeKeys = {
  pending: 'watchRelayPending',
  taken: 'watchRelayTaken',
  'no-channel': 'watchRelayNoChannel',
  older: 'watchRelayOlder',
  refused: 'watchRelayRefused',
  failed: 'watchRelayFailed',
  undeleted: 'watchRelayUndeleted',
} as const satisfies Readonly<Record<Exclude<RelayWatchOutcome, 'off'>, string>>;

/** Lets the relay tell of the alerts, says beforehand what it gets, and what became of it. */
export function RelayAlerts({ deps, settings, change, answer }: RelayAlertsProps) {
  const { watchRelay } = settings;
  // The switch moves before the browser has stored it, and until then the worker finds the old setting.
  const [writes, setWrites] = useState(0);
  const outcome = useRelayOutcome(deps, watchRelay, answer, writes);
  const flip = async (isOn: boolean) => {
    await change((now) => ({ ...now, watchRelay: isOn }));
    setWrites((before) => before + 1);
  };
  return (
    <div class="relay-alerts">
      <Switch
        label={text('watchRelay')}
        on={watchRelay}
        describedBy="watch-relay-hint"
        onSwitch={(isOn) => void flip(isOn)}
      />
      <p class="note" id="watch-relay-hint">
        {text('watchRelayHint')}
      </p>
      <p class={outcome === 'taken' || outcome === 'pending' ? 'note' : 'note warn'} role="status">
        {outcome && outcome !== 'off' && text(outcomeKeys[outcome])}
      </p>
    </div>
  );
}

/** What became of the list at the relay, read again after each change. */
function useRelayOutcome(
  { ask }: Pick<PopupDeps, 'ask'>,
  isOn: boolean,
  answer: WatchAnswer,
  writes: number,
): RelayWatchOutcome | undefined {
  const [outcome, setOutcome] = useState<RelayWatchOutcome>();
  useEffect(() => {
    let isCurrent = true;
    ask('watch-relay', {}).then(
      (next) => isCurrent && setOutcome(next),
      () => isCurrent && setOutcome(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, isOn, answer, writes]);
  return outcome;
}
