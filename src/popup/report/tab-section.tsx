import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { balanceMarket } from '#core/markets.ts';
import { type Settings, withSetting } from '#core/settings.ts';
import { customHostOf, isSiteOn } from '#core/site-switch.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { LearnedQuestion } from '#popup/report/learned-question.tsx';
import { pageMessage } from '#popup/report/page-message.ts';
import { offerFor, type TabOffer } from '#popup/report/tab-offer.ts';
import type { PageReport } from '#protocol/messages.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { useSiteAccess } from '#ui/site-access.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { Switch, switchSite } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface TabSectionProps {
  readonly deps: Pick<PopupDeps, 'activeTabUrl' | 'shell' | 'sites'>;
  /** `null` until the first answer. */
  readonly report: PageReport | undefined | null;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly children?: ComponentChildren;
}

/** The page in the active tab: its state in words, the switch of its site, and the report. */
export function TabSection({ deps, report, settings, change, children }: TabSectionProps) {
  const site = deps.sites.find(({ id }) => id === report?.site) ?? { id: report?.site ?? '' };
  const siteName = 'name' in site ? site.name : (customHostOf(site.id) ?? site.id);
  return (
    <section class="tab" aria-labelledby="tab">
      <h2 id="tab">
        {text('popupTab')}
        {report ? ` · ${siteName}` : ''}
      </h2>
      {report && (
        <Switch
          label={text('popupShowHere')}
          on={isSiteOn(settings, site)}
          onSwitch={(on) => change(switchSite(site.id, on))}
        />
      )}
      {report === undefined ? (
        <TabWithoutScript deps={deps} settings={settings} change={change} />
      ) : (
        <Line message={report === null ? undefined : pageMessage(report, siteName)} />
      )}
      {report?.on && site.id === balanceMarket && <CashSwitch settings={settings} change={change} />}
      {report?.on && (
        <LearnedQuestion site={site.id} cards={report.findings?.learned ?? []} settings={settings} change={change} />
      )}
      {children}
    </section>
  );
}

/** The switch for what the market's balance becomes elsewhere, on the pages of that market. */
const CashSwitch = ({ settings, change }: Pick<TabSectionProps, 'settings' | 'change'>) => (
  <div class="cash">
    <Switch
      label={text('settingsCash')}
      on={settings.overlay.cash}
      onSwitch={(on) => change((now) => withSetting(now, 'overlay.cash', on))}
    />
  </div>
);

const Line = ({ message }: { readonly message: StatusMessage | undefined }) => (
  <p class="line">
    {message && (
      <>
        <Mark tone={message.tone} />
        <span>{message.text}</span>
      </>
    )}
  </p>
);

/** A tab in which no script of ours runs: why, and a button if the user can change it. */
function TabWithoutScript({ deps, settings, change }: Omit<TabSectionProps, 'report' | 'children'>) {
  const { activeTabUrl, sites, shell } = deps;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    activeTabUrl().then(setAddress, () => setAddress(undefined));
  }, [activeTabUrl]);
  const { isMissing, allow, refusal } = useSiteAccess(shell, sites, settings, change);
  const offer = offerFor(address, sites, settings, isMissing);
  return (
    <>
      <Line message={offerMessage(offer)} />
      {offer && offer.kind !== 'reload' && (
        <button type="button" class="primary" onClick={() => allow([offer.pages])}>
          {offer.kind === 'add' ? text('menuShowSite') : text('siteAllowName', offer.name)}
        </button>
      )}
      <StatusLine outcome={refusal} />
    </>
  );
}

const offerKeys = { allow: 'popupSiteNotAllowed', add: 'popupSiteUnknown', reload: 'popupSiteReload' } as const;

const offerMessage = (offer: TabOffer | undefined): StatusMessage =>
  offer
    ? { tone: offer.kind === 'add' ? 'plain' : 'warn', text: text(offerKeys[offer.kind], offer.name) }
    : { tone: 'plain', text: text('popupPageNone') };
