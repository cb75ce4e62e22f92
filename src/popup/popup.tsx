import { parseRelayAddress } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Report } from '#popup/report/report.tsx';
import { TabSection } from '#popup/report/tab-section.tsx';
import { SearchSection } from '#popup/search/search-section.tsx';
import { SettingsSection } from '#popup/settings/settings-section.tsx';
import { AccessNote } from '#popup/status/access-note.tsx';
import { judge } from '#popup/status/diagnosis.ts';
import { HealthSection } from '#popup/status/health-section.tsx';
import { HiddenNote } from '#popup/status/hidden-note.tsx';
import { useHealth, useLastStatus, useNow, usePageReport, usePainted, useRefresh } from '#popup/status/use-status.ts';
import { useWatch } from '#popup/watch/use-watch-list.ts';
import { WatchSection } from '#popup/watch/watch-section.tsx';
import type { Status } from '#protocol/messages.ts';
import { relayName } from '#ui/fault-text.ts';
import { type Change, useSettings, useTheme } from '#ui/live-settings.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { text } from '#ui/text.ts';

/** The popup; empty for the moment that reading the settings takes. */
export function Popup({ deps }: { readonly deps: PopupDeps }) {
  const { settings, problem, change } = useSettings(deps);
  const last = useLastStatus(deps);
  useTheme(settings?.theme);
  return (
    <main>
      <h1>
        <img src="/icons/icon.svg" alt="" />
        Skinlens
      </h1>
      <p class="trouble" role="alert">
        {problem && text('popupTrouble', problem)}
      </p>
      {settings && last !== undefined && <Content deps={deps} settings={settings} change={change} last={last} />}
    </main>
  );
}

interface ContentProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  readonly change: Change;
  readonly last: Status | null;
}

function Content({ deps, settings, change, last }: ContentProps) {
  const now = useNow(deps);
  const [health, show] = useHealth(deps, last);
  const painted = usePainted();
  const { refresh, ...refreshing } = useRefresh(deps, show);
  const report = usePageReport(deps);
  const watch = useWatch(deps);
  const name = deps.sites.find(({ id }) => id === report?.site)?.name ?? report?.site ?? '';
  return (
    <>
      <HiddenNote settings={settings} change={change} />
      <AccessNote deps={deps} settings={settings} />
      <SearchSection
        deps={deps}
        settings={settings}
        now={now}
        isStarred={watch.isStarred}
        onStar={(item) => void watch.star(item, !watch.isStarred(item))}
      />
      <HealthSection {...refreshing} health={health} settings={settings} now={now} onRefresh={refresh} />
      {!deps.shell.inTab && (
        <TabSection report={report} name={name} settings={settings} change={change}>
          {report && <Report report={report} product={deps.product} settings={settings} copy={deps.copy} now={now} />}
        </TabSection>
      )}
      <WatchSection deps={deps} live={watch} now={now} />
      {painted && (
        <Below
          deps={deps}
          settings={settings}
          change={change}
          refresh={refresh}
          relayAsks={judge(health, settings, now).tone === 'bad'}
        />
      )}
    </>
  );
}

interface BelowProps extends Omit<ContentProps, 'last'> {
  readonly refresh: () => void;
  readonly relayAsks: boolean;
}

/** What stands below all that answers "is it working?". */
const Below = ({ deps, settings, change, refresh, relayAsks }: BelowProps) => (
  <>
    <SettingsSection
      deps={deps}
      settings={settings}
      change={change}
      relay={
        <RelayForm
          saved={settings.relay}
          probe={(relay) => deps.ask('test-relay', relay)}
          change={change}
          onSaved={refresh}
        />
      }
      relayAsks={relayAsks}
    />
    <footer>
      <p>{text('popupContact', contactName(settings.relay.url))}</p>
      <button type="button" class="link" onClick={() => void deps.shell.openWelcome()}>
        {text('popupWelcome')}
      </button>
    </footer>
  </>
);

const contactName = (url: string): string =>
  'base' in parseRelayAddress(url) ? relayName(url) : text('popupYourRelay');
