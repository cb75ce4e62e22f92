import type { MarketId } from '#core/markets.ts';
import { parseRelayAddress } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { PortfolioSection } from '#popup/portfolio/portfolio-section.tsx';
import { ReportDetails } from '#popup/report/report-details.tsx';
import { TabSection } from '#popup/report/tab-section.tsx';
import { SearchSection } from '#popup/search/search-section.tsx';
import { SettingsSection } from '#popup/settings/settings-section.tsx';
import { AccessNote } from '#popup/status/access-note.tsx';
import { diagnose } from '#popup/status/diagnosis.ts';
import { FeesNote } from '#popup/status/fees-note.tsx';
import { HiddenNote } from '#popup/status/hidden-note.tsx';
import { StatusSection } from '#popup/status/status-section.tsx';
import {
  useHasPainted,
  useLastStatus,
  useNow,
  usePageReport,
  useRefresh,
  useStatus,
} from '#popup/status/use-status.ts';
import { useWatchList } from '#popup/watch/use-watch-list.ts';
import { WatchSection } from '#popup/watch/watch-section.tsx';
import type { Status } from '#protocol/messages.ts';
import { relayName } from '#ui/fault-text.ts';
import { type UpdateSettings, useSettings, useTheme } from '#ui/live-settings.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { text } from '#ui/text.ts';

/** The popup. Empty until the settings are read. */
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
  readonly change: UpdateSettings;
  readonly last: Status | null;
}

function Content({ deps, settings, change, last }: ContentProps) {
  const now = useNow(deps);
  const [worker, showWorker] = useStatus(deps, last);
  const hasPainted = useHasPainted();
  const { refresh, ...refreshState } = useRefresh(deps, showWorker);
  const report = usePageReport(deps);
  const watchList = useWatchList(deps);
  return (
    <>
      <button type="button" class="explore" onClick={() => void deps.shell.openExplore()}>
        {text('exploreOpen')}
      </button>
      <HiddenNote settings={settings} change={change} />
      <FeesNote settings={settings} change={change} />
      <AccessNote deps={deps} settings={settings} />
      <SearchSection
        deps={deps}
        settings={settings}
        now={now}
        isStarred={watchList.isStarred}
        onStar={(item) => void watchList.star(item, !watchList.isStarred(item))}
      />
      <StatusSection {...refreshState} worker={worker} settings={settings} now={now} onRefresh={refresh} />
      {!deps.shell.inTab && (
        <TabSection deps={deps} report={report} settings={settings} change={change}>
          {report && <ReportDetails report={report} deps={deps} settings={settings} now={now} />}
        </TabSection>
      )}
      <WatchSection deps={deps} settings={settings} change={change} list={watchList} now={now} />
      <PortfolioSection deps={deps} settings={settings} now={now} />
      {hasPainted && (
        <LowerSections
          deps={deps}
          settings={settings}
          change={change}
          refresh={refresh}
          relayFails={diagnose(worker, settings, now).tone === 'bad'}
          waiting={worker.state === 'known' ? (worker.status.waiting ?? []) : []}
        />
      )}
    </>
  );
}

interface LowerSectionsProps extends Omit<ContentProps, 'last'> {
  readonly refresh: () => void;
  readonly relayFails: boolean;
  readonly waiting: readonly MarketId[];
}

const LowerSections = ({ deps, settings, change, refresh, relayFails, waiting }: LowerSectionsProps) => (
  <>
    <SettingsSection
      deps={deps}
      settings={settings}
      change={change}
      relayForm={
        <RelayForm
          saved={settings.relay}
          probe={(relay) => deps.ask('test-relay', relay)}
          change={change}
          onSaved={refresh}
        />
      }
      relayFails={relayFails}
      waiting={waiting}
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
