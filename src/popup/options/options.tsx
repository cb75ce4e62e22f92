import { useEffect } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { AllSettings, SettingsNav } from '#popup/options/all-settings.tsx';
import { StatusSection } from '#popup/status/status-section.tsx';
import { useLastStatus, useNow, useRefresh, useStatus } from '#popup/status/use-status.ts';
import type { Status } from '#protocol/messages.ts';
import { type UpdateSettings, useSettings, useTheme } from '#ui/live-settings.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { text } from '#ui/text.ts';

interface OptionsProps {
  readonly deps: PopupDeps;
  /** The part to show at first, by its id. */
  readonly part: string;
}

/** The page of all settings. Empty until the settings are read. */
export function Options({ deps, part }: OptionsProps) {
  const { settings, problem, change } = useSettings(deps);
  const last = useLastStatus(deps);
  useTheme(settings?.theme);
  return (
    <main class="options">
      <h1>
        <img src="/icons/icon.svg" alt="" />
        Skinlens · {text('settingsTitle')}
      </h1>
      <p class="trouble" role="alert">
        {problem && text('popupTrouble', problem)}
      </p>
      {settings && last !== undefined && (
        <Content deps={deps} settings={settings} change={change} last={last} part={part} />
      )}
    </main>
  );
}

interface ContentProps extends OptionsProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly last: Status | null;
}

function Content({ deps, settings, change, last, part }: ContentProps) {
  const now = useNow(deps);
  const [worker, showWorker] = useStatus(deps, last);
  const { refresh, ...refreshState } = useRefresh(deps, showWorker);
  // The browser looks for the part of the address before there is one.
  useEffect(() => {
    const place = document.getElementById(part);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [part]);
  return (
    <>
      <SettingsNav />
      <AllSettings
        deps={deps}
        settings={settings}
        change={change}
        relay={
          <>
            <StatusSection {...refreshState} worker={worker} settings={settings} now={now} onRefresh={refresh} />
            <RelayForm
              saved={settings.relay}
              probe={(relay) => deps.ask('test-relay', relay)}
              change={change}
              onSaved={refresh}
            />
          </>
        }
        waiting={worker.state === 'known' ? (worker.status.waiting ?? []) : []}
      />
    </>
  );
}
