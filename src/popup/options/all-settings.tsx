import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#popup/sections.css';
import '#popup/status/status.css';
import '#popup/settings/settings.css';
import '#popup/settings/setting-inputs.css';
import '#popup/options/options.css';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { pageLanguage } from '#browser/own-page.ts';
import { loadedMarkets } from '#core/prices/markets.ts';
import { type SettingSection, settingSections } from '#core/settings/setting-controls.ts';
import { readSetting, type SettingField } from '#core/settings/settings.ts';
import { customSiteId, withoutCustomSite } from '#core/settings/site-switch.ts';
import { type PopupDeps, popupDeps, type Shell } from '#popup/deps.ts';
import { BackupSection } from '#popup/settings/backup-section.tsx';
import { CoinSuggestion, CoinTable } from '#popup/settings/coins.tsx';
import { FeeTable } from '#popup/settings/fee-table.tsx';
import { PlainSetting, saveSetting, shownFields } from '#popup/settings/market-list.tsx';
import { PrivacySection } from '#popup/settings/privacy-section.tsx';
import { RateTable } from '#popup/settings/rate-table.tsx';
import { sectionTitle } from '#popup/settings/setting-words.ts';
import { useLastStatus, useWorker } from '#popup/status/diagnosis.ts';
import { StatusSection } from '#popup/status/status-section.tsx';
import type { Status } from '#protocol/messages.ts';
import { Act, MarketsProgress, SettingsTrouble } from '#ui/forms/parts.tsx';
import { RelayForm } from '#ui/forms/relay-form.tsx';
import { SiteList, SiteRow } from '#ui/forms/site-list.tsx';
import { type SettingsProps, useSettings } from '#ui/pages/live-settings.ts';
import { openPage } from '#ui/pages/render-view.ts';
import { pagesOfHost, useSiteAccess } from '#ui/pages/site-access.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { text } from '#ui/words/text.ts';

/** Renders the page of all settings into an element of its page. The address may name a part: "options.html#fees". */
export async function mountOptions(root: Element): Promise<void> {
  const deps = popupDeps(new URLSearchParams(location.search), true);
  const view = () => <Options deps={deps} part={location.hash.slice(1)} />;
  openPage(root, await pageLanguage(), view);
}

interface OptionsProps {
  readonly deps: PopupDeps;
  readonly part: string;
}

export function Options({ deps, part }: OptionsProps) {
  const { settings, problem, change } = useSettings(deps);
  const last = useLastStatus(deps);
  return (
    <main class="options">
      <h1>
        <img src="/icons/icon.svg" alt="" />
        Skinlens · {text('settingsTitle')}
      </h1>
      <SettingsTrouble problem={problem} />
      {settings && last !== undefined && (
        <Content deps={deps} settings={settings} change={change} last={last} part={part} />
      )}
    </main>
  );
}

interface SettingProps extends SettingsProps {
  readonly deps: PopupDeps;
}

interface ContentProps extends OptionsProps, SettingsProps {
  readonly last: Status | null;
}

function Content({ deps, settings, change, last, part }: ContentProps) {
  const worker = useWorker(deps, settings, last);
  // The browser looks for the part of the address before there is one.
  useEffect(() => {
    const place = document.getElementById(part);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [part]);
  return (
    <>
      <SettingsNav />
      <div class="settings">
        {settingSections.map((section) => (
          <Part key={section} id={section}>
            <SectionBody section={section} {...{ deps, settings, change }} {...worker} />
          </Part>
        ))}
        <Part id="privacy">
          <PrivacySection deps={deps} shell={deps.shell} settings={settings} />
        </Part>
        <Part id="backup">
          <BackupSection ask={deps.ask} shell={deps.shell} settings={settings} change={change} />
        </Part>
      </div>
    </>
  );
}

type PartId = SettingSection | 'privacy' | 'backup';
const parts: readonly PartId[] = [...settingSections, 'privacy', 'backup'];

const partTitle = (part: PartId): string =>
  part === 'privacy' || part === 'backup' ? text(`${part}Title`) : sectionTitle(part);

const SettingsNav = () => (
  <nav aria-label={text('settingsTitle')}>
    <ul>
      {parts.map((part) => (
        <li key={part}>
          <a href={`#${part}`}>{partTitle(part)}</a>
        </li>
      ))}
    </ul>
  </nav>
);

const Part = ({ id, children }: { id: PartId; children: ComponentChildren }) => (
  <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{partTitle(id)}</h2>
    <div class="fields">{children}</div>
  </section>
);

interface SectionProps extends SettingProps, ReturnType<typeof useWorker> {
  readonly section: SettingSection;
}

function SectionBody({ section, deps, settings, change, status, waiting }: SectionProps) {
  return (
    <>
      {section === 'relay' && (
        <>
          <StatusSection {...status} />
          <RelayForm
            saved={settings.relay}
            probe={(relay) => deps.ask('test-relay', relay)}
            change={change}
            onSaved={status.onRefresh}
          />
        </>
      )}
      {shownFields(settings, (field) => field.section === section).map((field) => (
        <Setting key={field.name} field={field} settings={settings} deps={deps} change={change} />
      ))}
      {section === 'markets' && (
        <MarketsProgress chosen={loadedMarkets(settings.markets, settings.overlay)} waiting={waiting} />
      )}
      {section === 'coins' && <CoinSuggestion deps={deps} settings={settings} use={saveSetting(change, 'coinUsd')} />}
      {section === 'shortcuts' && <ShortcutList shell={deps.shell} />}
    </>
  );
}

function Setting({ field, settings, deps, change }: SettingProps & { readonly field: SettingField }) {
  const { control, name } = field;
  const props = { field, value: readSetting(settings, name), save: saveSetting(change, name), after: deps.shell.after };
  switch (control.kind) {
    case 'sites':
      return <SiteList deps={deps.shell} sites={deps.sites} settings={settings} change={change} />;
    case 'custom-sites':
      return <CustomSites deps={deps} settings={settings} change={change} />;
    case 'coins':
      return <CoinTable deps={deps} settings={settings} change={change} limits={control.limits} />;
    case 'fees':
      return <FeeTable {...props} sites={deps.sites} settings={settings} change={change} now={deps.now()} />;
    case 'rates':
      return <RateTable {...props} limits={control.limits} />;
    default:
      return <PlainSetting field={field} settings={settings} change={change} shell={deps.shell} />;
  }
}

/** Empty in browsers without shortcuts, such as those on phones. */
function ShortcutList({ shell }: { readonly shell: Shell }) {
  const { last: shortcuts = [] } = useAsked(shell.shortcuts);
  if (shortcuts.length === 0) return null;
  return (
    <>
      <dl class="pairs">
        {shortcuts.map(({ name, description, keys }) => (
          <div key={name}>
            <dt>{description || text('settingsShortcutPopup')}</dt>
            <dd>{keys ? <kbd>{keys}</kbd> : text('settingsShortcutNone')}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <Act onClick={() => void shell.changeShortcuts()}>{text('settingsShortcutChange')}</Act>
      </div>
    </>
  );
}

type CustomSitesProps = SettingsProps & { readonly deps: Pick<PopupDeps, 'sites' | 'shell'> };

function CustomSites({ deps: { sites, shell }, settings, change }: CustomSitesProps) {
  const access = useSiteAccess(shell, sites, settings, change);
  const hosts = Object.keys(settings.customSites).sort();
  const siteAt = (host: string) =>
    ({ id: customSiteId(host), name: host, matches: pagesOfHost(host).patterns, optional: true }) as const;
  const remove = (host: string) => {
    void change((now) => withoutCustomSite(now, host));
    // The browser refuses where it grants more than this host; the site is off all the same.
    void shell.removeAccess(pagesOfHost(host).patterns).catch(() => undefined);
  };
  return (
    <div class="own-sites">
      <h3>{text('sitesOwn')}</h3>
      <p class="muted">{text('sitesOwnWhat')}</p>
      <ul>
        {hosts.map((host) => (
          <SiteRow key={host} site={siteAt(host)} {...{ settings, change, access }}>
            <button type="button" aria-label={text('siteRemoveName', host)} onClick={() => remove(host)}>
              {text('siteRemove')}
            </button>
          </SiteRow>
        ))}
      </ul>
    </div>
  );
}
