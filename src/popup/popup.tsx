import { useEffect } from 'preact/hooks';
import { relayAddress, type Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { HealthSection } from '#popup/health-section.tsx';
import { type Change, useHealth, useNow, usePageReport, useRefresh, useSettings } from '#popup/live.ts';
import { RelayForm } from '#popup/relay-form.tsx';
import { SitesSection, ThemeSection } from '#popup/switches.tsx';
import { TabSection } from '#popup/tab-section.tsx';
import { relayName } from '#ui/fault-text.ts';

/** The popup; empty for the moment that reading the settings takes. */
export function Popup({ deps }: { readonly deps: PopupDeps }) {
  const { settings, problem, change } = useSettings(deps);
  useTheme(settings?.theme);
  return (
    <main>
      <h1>
        <img src="/icons/icon.svg" alt="" />
        Skinlens
      </h1>
      <p class="trouble" role="alert">
        {problem && `The browser did not read or keep the settings. Try again. (${problem})`}
      </p>
      {settings && <Content deps={deps} settings={settings} change={change} />}
    </main>
  );
}

interface ContentProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  readonly change: Change;
}

function Content({ deps, settings, change }: ContentProps) {
  const now = useNow(deps);
  const [health, show] = useHealth(deps);
  const { refresh, ...refreshing } = useRefresh(deps, show);
  const report = usePageReport(deps);
  const name = deps.sites.find(({ id }) => id === report?.site)?.name ?? report?.site ?? '';
  return (
    <>
      <HealthSection {...refreshing} health={health} settings={settings} now={now} onRefresh={refresh} />
      <TabSection report={report} name={name} settings={settings} change={change} />
      <RelayForm saved={settings.relay} ask={deps.ask} change={change} onSaved={refresh} />
      <SitesSection sites={deps.sites} settings={settings} change={change} />
      <ThemeSection settings={settings} change={change} />
      <footer>Skinlens talks to {contactName(settings.relay.url)} and to nobody else.</footer>
    </>
  );
}

const contactName = (url: string): string => ('base' in relayAddress(url) ? relayName(url) : 'your relay');

/** Sets the theme on the document, where the colours of its scroll bars and its edge come from as well. */
function useTheme(theme: Settings['theme'] | undefined): void {
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
