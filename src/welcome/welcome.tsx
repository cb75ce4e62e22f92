import { isSameRelay } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import { type UpdateSettings, useSettings, useTheme } from '#ui/live-settings.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { text } from '#ui/text.ts';
import { TextWithCode } from '#ui/text-with-code.tsx';
import { AccessSection } from '#welcome/access-section.tsx';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { NewSiteSection } from '#welcome/new-site-section.tsx';
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

const Steps = (props: StepsProps) => (
  <div class="columns">
    <div class="steps">
      {props.deps.host !== undefined && <NewSiteSection {...props} host={props.deps.host} />}
      <AccessSection deps={props.deps} settings={props.settings} />
      <RelayStep {...props} />
      <section aria-labelledby="sites-step">
        <h2 id="sites-step">{text('welcomeSitesStep')}</h2>
        <p>{text('welcomeSitesWhat')}</p>
        <SiteList {...props} />
        <p class="muted">{text('welcomeOwnData')}</p>
      </section>
    </div>
    <SampleSection deps={props.deps} settings={props.settings} />
  </div>
);

function RelayStep({ deps, settings, change }: StepsProps) {
  const refresh = () => void deps.ask('refresh', {}).catch(() => undefined);
  const testRelay = async (relay: Settings['relay']) => {
    const test = await deps.ask('test-relay', relay);
    // Prices of a relay that was just started need not wait for the worker's next check.
    if (test.outcome === 'fine' && isSameRelay(relay, settings.relay)) refresh();
    return test;
  };
  return (
    <section aria-labelledby="relay-step">
      <h2 id="relay-step">{text('welcomeRelayStep')}</h2>
      <p>{text('welcomeRelayWhat')}</p>
      <p>
        <TextWithCode text={text('welcomeRelayHow', '`npm run relay`')} />
      </p>
      <RelayForm saved={settings.relay} probe={testRelay} change={change} onSaved={refresh} eager />
    </section>
  );
}
