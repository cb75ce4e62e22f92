import { useRef } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import { type UpdateSettings, useSettings, useTheme } from '#ui/live-settings.ts';
import { text } from '#ui/text.ts';
import { AccessSection } from '#welcome/access-section.tsx';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { NewSiteSection } from '#welcome/new-site-section.tsx';
import { RelayStep } from '#welcome/relay-step.tsx';
import { SampleSection } from '#welcome/sample-section.tsx';
import { SiteList } from '#welcome/site-list.tsx';

/** The welcome page. Its steps appear once the settings are read. */
export function Welcome({ deps }: { readonly deps: WelcomeDeps }) {
  const { settings, problem, change } = useSettings(deps);
  useTheme(settings?.theme);
  return (
    <main>
      <header>
        <img src="/icons/icon.svg" alt="" />
        <div>
          <h1>{text('welcomeTitle')}</h1>
          <p class="lead">{text('welcomeLead')}</p>
        </div>
      </header>
      <p class="trouble" role="alert">
        {problem && text('popupTrouble', problem)}
      </p>
      {settings && <Steps deps={deps} settings={settings} change={change} />}
    </main>
  );
}

interface StepsProps {
  readonly deps: WelcomeDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

function Steps(props: StepsProps) {
  const { deps, settings } = props;
  const next = useRef<HTMLElement>(null);
  return (
    <div class="columns">
      <div class="steps">
        {deps.host !== undefined && <NewSiteSection {...props} host={deps.host} />}
        <AccessSection deps={deps} settings={settings} />
        <RelayStep {...props} goOn={() => next.current && deps.reveal(next.current)} />
        <section ref={next} aria-labelledby="sites-step">
          <h2 id="sites-step">{text('welcomeSitesStep')}</h2>
          <p>{text('welcomeSitesWhat')}</p>
          <SiteList {...props} />
          <p class="muted">{text('welcomeOwnData')}</p>
        </section>
      </div>
      <SampleSection deps={deps} settings={settings} />
    </div>
  );
}
