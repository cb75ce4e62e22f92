import type { ComponentChildren } from 'preact';
import { balanceMarket } from '#core/prices/markets.ts';
import { coversHost, hostnameOf } from '#core/settings/hostnames.ts';
import type { SiteNotice } from '#core/settings/notices.ts';
import { pagesOf } from '#core/settings/page-scripts.ts';
import { type Settings, withSetting } from '#core/settings/settings.ts';
import { customHostOf, isSiteOn, withSiteSwitched } from '#core/settings/site-switch.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { PageReport } from '#protocol/messages.ts';
import { isIssue } from '#protocol/notices.ts';
import { Away, Mark, Primary, StatusLine, Switch } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { type ListedSite, pagesOfHost, useSiteAccess } from '#ui/pages/site-access.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { countText } from '#ui/words/format.ts';
import { type StatusMessage, text } from '#ui/words/text.ts';

interface TabSectionProps extends SettingsProps {
  readonly deps: Pick<PopupDeps, 'activeTabUrl' | 'shell' | 'sites'>;
  /** `null` until the first answer. */
  readonly report: PageReport | undefined | null;
  readonly children?: ComponentChildren;
}

export function TabSection({ deps, report, settings, change, children }: TabSectionProps) {
  const site = deps.sites.find(({ id }) => id === report?.site) ?? { id: report?.site ?? '' };
  const siteName = 'name' in site ? site.name : (customHostOf(site.id) ?? site.id);
  return (
    <section class="tab" aria-labelledby="tab">
      <h2 id="tab" class={report ? '' : 'visually-hidden'}>
        {report ? siteName : text('popupTab')}
      </h2>
      {report === undefined ? (
        <TabWithoutScript deps={deps} settings={settings} change={change} />
      ) : report?.notices?.length ? (
        report.notices.map((notice, at) => <NoticeLine key={at} {...notice} />)
      ) : (
        <Line message={report === null ? undefined : pageMessage(report, siteName)} />
      )}
      {report && (
        <Switch
          label={text('popupShowHere')}
          on={isSiteOn(settings, site)}
          onSwitch={(on) => change((now) => withSiteSwitched(now, site.id, on))}
        />
      )}
      {report?.on && site.id === balanceMarket && <CashSwitch settings={settings} change={change} />}
      {children}
    </section>
  );
}

/** The switch for what the market's balance becomes elsewhere, on the pages of that market. */
const CashSwitch = ({ settings, change }: Pick<TabSectionProps, 'settings' | 'change'>) => (
  <div class="cash">
    <Switch
      label={text('settingsOverlayCash')}
      on={settings.overlay.cash}
      onSwitch={(on) => change((now) => withSetting(now, 'overlay.cash', on))}
    />
  </div>
);

/** What is as usual needs no mark. */
const Line = ({ message }: { readonly message: StatusMessage | undefined }) => (
  <p class="line">
    {(message?.tone === 'warn' || message?.tone === 'bad') && <Mark tone={message.tone} />}
    {message && <span>{message.text}</span>}
  </p>
);

const NoticeLine = ({ why, issue }: SiteNotice) => (
  <p class="line">
    <Mark tone="warn" />
    <span>
      {why} {isIssue(issue) && <Away href={issue}>{text('popupNoticeMore')}</Away>}
    </span>
  </p>
);

function TabWithoutScript({ deps, settings, change }: Omit<TabSectionProps, 'report' | 'children'>) {
  const { activeTabUrl, sites, shell } = deps;
  const { last: address } = useAsked(activeTabUrl);
  const { isMissing, allow, refusal } = useSiteAccess(shell, sites, settings, change);
  const offer = offerFor(address, sites, settings, isMissing);
  return (
    <>
      <Line message={offerMessage(offer)} />
      {offer && offer.kind !== 'reload' && (
        <Primary onClick={() => allow([offer.pages])}>
          {offer.kind === 'add' ? text('menuShowSite') : text('siteAllowName', offer.name)}
        </Primary>
      )}
      <StatusLine outcome={refusal} />
    </>
  );
}

const offerKeys = { allow: 'popupSiteNotAllowed', add: 'popupSiteUnknown', reload: 'popupSiteReload' } as const;

const offerMessage = (offer: ReturnType<typeof offerFor>): StatusMessage =>
  offer
    ? { tone: offer.kind === 'add' ? 'plain' : 'warn', text: text(offerKeys[offer.kind], offer.name) }
    : { tone: 'plain', text: text('popupPageNone') };

function pageMessage(report: PageReport | undefined, siteName: string): StatusMessage {
  if (!report) return { tone: 'plain', text: text('popupPageNone') };
  const { seen, read, priced } = report;
  if (!report.on) return { tone: 'plain', text: text('popupPageOff', siteName) };
  if (report.otherCopy)
    return { tone: 'warn', text: [...(seen > 0 ? [cardsText(report)] : []), text('popupOtherCopy')].join(' ') };
  if (report.drifted) return { tone: 'bad', text: text('popupPageDrifted', siteName, String(read), String(seen)) };
  if (report.reader === 'names' && priced > 0)
    return { tone: 'good', text: `${cardsText(report)} ${text('popupPageByName')}` };
  if (seen === 0) return { tone: 'plain', text: text('popupPageEmpty') };
  return { tone: priced > 0 ? 'good' : 'plain', text: cardsText(report) };
}

const cardsText = ({ seen, priced }: PageReport): string => text('popupPageCards', countText(priced), countText(seen));

/** The offer for a tab's address; `undefined` for a page that no extension may read, or whose address is not known. */
function offerFor(
  address: string | undefined,
  sites: readonly ListedSite[],
  { customSites }: Settings,
  isMissing: (id: string) => boolean,
) {
  const host = address === undefined ? undefined : hostnameOf(address);
  if (host === undefined) return undefined;
  const site = sites.find(({ matches }) => coversHost(matches, host));
  const pages = site ? pagesOf(site) : pagesOfHost(host);
  const isOptional = site ? site.optional : true;
  // Without a script in a page that Skinlens may read, the page is older than the permission.
  const known = isOptional && isMissing(pages.id) ? 'allow' : 'reload';
  const kind = site || Object.hasOwn(customSites, host) ? known : 'add';
  return { kind, pages, name: site?.name ?? host } as const;
}
