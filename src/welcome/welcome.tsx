import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#welcome/welcome.css';
import '#welcome/relay-step.css';
import { useRef, useState } from 'preact/hooks';
import { pageLanguage } from '#browser/own-page.ts';
import type { Settings } from '#core/settings/settings.ts';
import { customSiteId, isSiteOn } from '#core/settings/site-switch.ts';
import { Mark, Primary, SettingsTrouble, StatusLine } from '#ui/forms/parts.tsx';
import { SiteList } from '#ui/forms/site-list.tsx';
import { type SettingsProps, useSettings } from '#ui/pages/live-settings.ts';
import { openPage } from '#ui/pages/render-view.ts';
import { pagesOfHost, useSiteAccess } from '#ui/pages/site-access.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { type StatusMessage, text } from '#ui/words/text.ts';
import { type WelcomeDeps, welcomeDeps } from '#welcome/deps.ts';
import { RelayStep } from '#welcome/relay-step.tsx';
import { SampleOffer, SampleSection, useSampleQuotes } from '#welcome/sample-section.tsx';

export async function mountWelcome(root: Element): Promise<void> {
  const deps = welcomeDeps();
  openPage(root, await pageLanguage(), () => <Welcome deps={deps} />);
  document.title = text('welcomeTitle');
}

export function Welcome({ deps }: { readonly deps: WelcomeDeps }) {
  const { settings, problem, change } = useSettings(deps);
  return (
    <main>
      <header>
        <img src="/icons/icon.svg" alt="" />
        <div>
          <h1>{text('welcomeTitle')}</h1>
          <p class="lead">{text('welcomeLead')}</p>
        </div>
      </header>
      <SettingsTrouble problem={problem} />
      {settings && <Steps deps={deps} settings={settings} change={change} />}
    </main>
  );
}

function Steps(props: SettingsProps & { deps: WelcomeDeps }) {
  const { deps, settings } = props;
  const next = useRef<HTMLElement>(null);
  const quotes = useSampleQuotes(deps);
  return (
    <div class="columns">
      <div class="steps">
        {deps.host !== undefined && <NewSiteSection {...props} host={deps.host} />}
        <AccessSection deps={deps} settings={settings} />
        {quotes && <SampleOffer ask={deps.ask} table={quotes.table} />}
        <RelayStep {...props} goOn={() => next.current && deps.reveal(next.current)} />
        <section ref={next} aria-labelledby="sites-step">
          <h2 id="sites-step">{text('welcomeSitesStep')}</h2>
          <p>{text('welcomeSitesWhat')}</p>
          <SiteList {...props} sites={deps.sites} notesOf={siteNotes} />
          <p class="muted">{text('welcomeOwnData')}</p>
        </section>
      </div>
      <SampleSection deps={deps} quotes={quotes} settings={settings} />
    </div>
  );
}

/** Asks for access to a site without an adapter, where the popup cannot ask (Firefox). */
function NewSiteSection({ deps, host, settings, change }: SettingsProps & { deps: WelcomeDeps; host: string }) {
  const { isMissing, allow, refusal } = useSiteAccess(deps, deps.sites, settings, change);
  const id = customSiteId(host);
  const isShown = isSiteOn(settings, { id }) && !isMissing(id);
  return (
    <section class="access" aria-labelledby="new-site">
      <h2 id="new-site">
        <Mark tone={isShown ? 'good' : 'warn'} />
        {text('welcomeAddTitle', host)}
      </h2>
      <p>{isShown ? text('popupSiteReload', host) : text('popupSiteUnknown', host)}</p>
      {!isShown && <Primary onClick={() => allow([pagesOfHost(host)])}>{text('siteAllowName', host)}</Primary>}
      <StatusLine outcome={refusal} />
    </section>
  );
}

function siteNotes({ pages, coins }: WelcomeDeps['sites'][number]): readonly string[] {
  const hasInventory = pages.some(({ kind }) => kind === 'inventory');
  return [...(hasInventory ? [text('welcomeInventory')] : []), ...(coins ? [text('welcomeCoins')] : [])];
}

interface AccessSectionProps {
  readonly deps: Pick<WelcomeDeps, 'missingAccess' | 'requestAccess' | 'onAccess' | 'sites'>;
  readonly settings: Settings;
}

function AccessSection({ deps, settings }: AccessSectionProps) {
  const { last: blocked = [] } = useAsked(deps.missingAccess, deps.onAccess);
  const sites = deps.sites.filter((site) => isSiteOn(settings, site));
  const missing = blocked.filter(({ id }) => sites.some((site) => site.id === id));
  const [message, setMessage] = useState<StatusMessage>();
  if (missing.length === 0) return null;
  const names = sites.filter(({ id }) => missing.some((one) => one.id === id)).map(({ name }) => name);
  const allow = () => {
    // Firefox shows its question only while the click is being handled, so nothing is awaited before this call.
    deps.requestAccess(missing.flatMap(({ patterns }) => patterns)).then(
      (allowed) => setMessage(allowed ? undefined : refusedMessage()),
      () => setMessage(refusedMessage()),
    );
  };
  return (
    <section class="access" aria-labelledby="access">
      <h2 id="access">
        <Mark tone="warn" />
        {text('welcomeAccessTitle')}
      </h2>
      <p>
        {text('welcomeAccessWhat')} <strong>{names.join(', ')}</strong>
      </p>
      <Primary onClick={allow}>{text('welcomeAccessAllow')}</Primary>
      <StatusLine outcome={message} />
    </section>
  );
}

const refusedMessage = (): StatusMessage => ({ tone: 'bad', text: text('welcomeAccessRefused') });
