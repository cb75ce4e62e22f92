import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/charts/history.css';
import '#ui/marks/items.css';
import '#ui/sites.css';
import '#popup/sections.css';
import '#popup/popup.css';
import '#popup/status/status.css';
import '#popup/search/search.css';
import '#popup/report/report.css';
import '#popup/watch/watch.css';
import '#popup/settings/settings.css';
import '#popup/settings/setting-inputs.css';
import { pageLanguage } from '#browser/own-page.ts';
import type { WatchAnswer } from '#core/owned/watch-prices.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { type Settings, withSetting } from '#core/settings/settings.ts';
import { isSiteOn } from '#core/settings/site-switch.ts';
import { type PopupDeps, type PopupTab, popupDeps } from '#popup/deps.ts';
import { ReportDetails } from '#popup/report/report-details.tsx';
import { TabSection } from '#popup/report/tab-section.tsx';
import { SearchSection } from '#popup/search/search-section.tsx';
import { FeesOffer } from '#popup/settings/fee-presets.tsx';
import { DailySettings } from '#popup/settings/market-list.tsx';
import { useLastStatus, usePageReport, useWorker } from '#popup/status/diagnosis.ts';
import {
  LiveStatus,
  needsHand,
  RefreshButton,
  RefreshOutcome,
  StatusSection,
  type StatusSectionProps,
} from '#popup/status/status-section.tsx';
import { type Tab, Tabs } from '#popup/tabs.tsx';
import { reachedCount, WatchSection } from '#popup/watch/watch-section.tsx';
import type { Status } from '#protocol/messages.ts';
import { Act, Away, Mark, Primary, RemovedNote, SettingsTrouble } from '#ui/forms/parts.tsx';
import { Rarities, unknownRarity } from '#ui/marks/signs.tsx';
import { type SettingsProps, useSettings } from '#ui/pages/live-settings.ts';
import { openPage } from '#ui/pages/render-view.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { useWatchList, type WatchListState } from '#ui/pages/use-watch-list.ts';
import { countText } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

/** Renders the popup, or the same in a tab ("popup.html?tab"), into an element of its page. */
export async function mountPopup(root: Element): Promise<void> {
  const search = new URLSearchParams(location.search);
  const deps = popupDeps(search, search.has('tab'));
  openPage(root, await pageLanguage(), () => <Popup deps={deps} />);
}

export function Popup({ deps }: { readonly deps: PopupDeps }) {
  const { settings, problem, change } = useSettings(deps);
  const last = useLastStatus(deps);
  return (
    <main class={deps.shell.inTab ? undefined : 'framed'}>
      <header>
        <h1>
          <img src="/icons/icon.svg" alt="" />
          Skinlens
        </h1>
      </header>
      <SettingsTrouble problem={problem} />
      {settings && last !== undefined && <Content deps={deps} settings={settings} change={change} last={last} />}
    </main>
  );
}

interface ContentProps extends SettingsProps {
  readonly deps: PopupDeps;
  readonly last: Status | null;
}

function Content({ deps, settings, change, last }: ContentProps) {
  const { status, waiting } = useWorker(deps, settings, last);
  const { now } = status;
  const watchList = useWatchList(deps);
  const { last: rarityOf = unknownRarity } = useAsked(deps.rarities);
  const shared = { deps, settings, change, now };
  const tabs: readonly Tab<PopupTab>[] = [
    {
      id: 'now',
      label: text('popupTabNow'),
      content: () => <NowPanel {...shared} status={status} watchList={watchList} />,
    },
    {
      id: 'watch',
      label: <WatchLabel answer={watchList.answer} />,
      content: () => <WatchSection {...shared} list={watchList} />,
    },
    { id: 'settings', label: text('settingsTitle'), content: () => <SettingsPanel {...shared} waiting={waiting} /> },
  ];
  return (
    <Rarities.Provider value={rarityOf}>
      <LiveStatus {...status} />
      <p class="problem watch-problem" role="alert">
        {watchList.problem}
      </p>
      <RemovedNote {...watchList.removed} />
      <Tabs label={text('popupTabs')} first={deps.openAt} tabs={tabs} />
    </Rarities.Provider>
  );
}

function WatchLabel({ answer }: { readonly answer: WatchAnswer | undefined }) {
  const count = answer ? reachedCount(answer) : 0;
  return (
    <>
      {text('exploreWatch')}
      {count > 0 && (
        <>
          {' '}
          <span class="count" aria-hidden="true">
            {countText(count)}
          </span>
          <span class="visually-hidden">{plural('watchReachedCount', count, countText(count))}</span>
        </>
      )}
    </>
  );
}

interface PanelProps extends Omit<ContentProps, 'last'> {
  readonly now: number;
}

interface NowPanelProps extends PanelProps {
  readonly status: StatusSectionProps;
  readonly watchList: WatchListState;
}

/** What a user looks for while browsing: an item, the page in the active tab, and first what needs a hand. */
function NowPanel({ deps, settings, change, now, status, watchList }: NowPanelProps) {
  const report = usePageReport(deps);
  const isStarred = (name: string) => watchList.itemOf(name) !== undefined;
  const isFault = needsHand(status);
  return (
    <>
      <HiddenNote settings={settings} change={change} />
      <AccessNote deps={deps} settings={settings} />
      {isFault && <StatusSection {...status} isFault />}
      <SearchSection
        {...{ deps, settings, now, isStarred }}
        onStar={(item) => void watchList.star(item, !isStarred(item))}
      />
      {!deps.shell.inTab && (
        <TabSection deps={deps} report={report} settings={settings} change={change}>
          {report && <ReportDetails report={report} deps={deps} settings={settings} now={now} />}
        </TabSection>
      )}
      <FeesOffer settings={settings} change={change} now={now} />
      <footer>
        <Act onClick={() => void deps.shell.openExplore()}>{text('exploreTitle')}</Act>
        <Act onClick={() => void deps.shell.openPortfolio()}>{text('portfolioTitle')}</Act>
        {!isFault && <RefreshButton {...status} />}
        <RefreshOutcome {...status} />
      </footer>
    </>
  );
}

const SettingsPanel = ({ deps, settings, change, waiting }: PanelProps & { waiting: readonly MarketId[] }) => (
  <>
    <DailySettings deps={deps} settings={settings} change={change} waiting={waiting} />
    <footer>
      <Away href="options.html">{text('settingsAll')}</Away>
      <Act onClick={() => void deps.shell.openWelcome()}>{text('popupWelcome')}</Act>
    </footer>
  </>
);

/** Explains that the shortcut hides all overlays: a page without prices looks broken. Empty while they are shown. */
const HiddenNote = ({ settings, change }: SettingsProps) => (
  <div role="status" class="hidden-note">
    {settings.hidden && (
      <section>
        <Mark tone="warn" />
        <span>{text('settingsAllHidden')}</span>
        <Primary onClick={() => change((now) => withSetting(now, 'hidden', false))}>{text('wordShow')}</Primary>
      </section>
    )}
  </div>
);

/** Names the marketplaces that the browser blocks for the extension. Only a full page can ask for access, so the button opens one. */
function AccessNote({ deps, settings }: { deps: Pick<PopupDeps, 'shell' | 'sites'>; settings: Settings }) {
  const { missingAccess, openWelcome } = deps.shell;
  const { last: missing = [] } = useAsked(missingAccess);
  const names = deps.sites
    .filter((site) => isSiteOn(settings, site) && missing.some(({ id }) => id === site.id))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <section class="access-note">
      <Mark tone="warn" />
      <p>{text('popupAccess', names.join(', '))}</p>
      <Act onClick={() => void openWelcome()}>{text('popupAccessAllow')}</Act>
    </section>
  );
}
