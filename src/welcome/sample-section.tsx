import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dollar } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import { replaceContent } from '#ui/element.ts';
import { formatAmount } from '#ui/format.ts';
import { renderOverlay } from '#ui/overlay.ts';
import { overlayStyle } from '#ui/overlay-style.ts';
import { overlayLabel, overlayTexts } from '#ui/overlay-words.ts';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { type Sample, sampleItems, sampleOf } from '#welcome/sample-model.ts';

interface SampleProps {
  readonly deps: Pick<WelcomeDeps, 'ask' | 'onPush' | 'isDark' | 'onDark' | 'now'>;
  readonly settings: Settings;
}

/** A card as it will look: with the relay's prices once there are some, else with made-up ones, which it says. */
export function SampleSection({ deps, settings }: SampleProps) {
  const sample = sampleOf(useQuotes(deps), settings, deps.now());
  const { theme } = settings;
  const isDark = useDarkness(deps);
  const isLight = theme === 'auto' ? !isDark : theme === 'light';
  return (
    <section class="sample" aria-labelledby="sample">
      <h2 id="sample">{text('welcomeSampleTitle')}</h2>
      <SampleCard sample={sample} settings={settings} isLight={isLight} />
      <p role="status">{sample.isReal ? text('welcomeSampleReal') : text('welcomeSampleExample')}</p>
      <p class="muted">{text('welcomeSampleMore')}</p>
    </section>
  );
}

interface CardProps {
  readonly sample: Sample;
  readonly settings: Settings;
  readonly isLight: boolean;
}

const SampleCard = ({ sample, settings, isLight }: CardProps) => (
  <div class="card">
    <span class="tag">{sample.isReal ? text('welcomeSampleListing') : text('welcomeSampleTag')}</span>
    <svg class="skin" viewBox="0 0 200 60" aria-hidden="true">
      <path d="M8 30h38l6-9h62l5 5h44v3h29v5h-62l-5 5h-20l8 15h-15l-9-15H64l-8 8H12z" />
    </svg>
    <p class="item">{sample.item}</p>
    <p class="price">{formatAmount(sample.listingCents, dollar)}</p>
    <SampleOverlay sample={sample} settings={settings} isLight={isLight} />
  </div>
);

/** Drawn by the very code that draws in pages; a picture here, for there is no comparison to open. */
function SampleOverlay({ sample, settings, isLight }: CardProps) {
  const host = useRef<HTMLDivElement>(null);
  const { item, model } = sample;
  const { difference } = settings.overlay;
  useLayoutEffect(() => {
    if (host.current) replaceContent(rootOf(host.current), renderOverlay(item, model, difference));
  }, [item, model, difference]);
  const density = settings.overlay.density === 'compact' ? { 'data-density': 'compact' } : {};
  return (
    <div role="img" aria-label={overlayLabel(item, overlayTexts(model))}>
      <div ref={host} class="overlay-host" inert data-theme={isLight ? 'light' : 'dark'} {...density} />
    </div>
  );
}

function rootOf(host: HTMLElement): ShadowRoot {
  if (host.shadowRoot) return host.shadowRoot;
  const root = host.attachShadow({ mode: 'open' });
  // Not an element: the policy of our own pages lets no style stand in them.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyle);
  root.adoptedStyleSheets = [sheet];
  return root;
}

/** Whether the browser is in the dark, followed. */
function useDarkness({ isDark, onDark }: SampleProps['deps']): boolean {
  const [dark, setDark] = useState(isDark);
  useEffect(() => onDark(() => setDark(isDark())), [isDark, onDark]);
  return dark;
}

/** What the worker has of the sample's items; asked again whenever prices change. */
function useQuotes({ ask, onPush }: SampleProps['deps']): PageQuotes | undefined {
  const [quotes, setQuotes] = useState<PageQuotes>();
  const look = useCallback(() => {
    ask('quotes', { names: [...sampleItems] }).then(setQuotes, () => setQuotes(undefined));
  }, [ask]);
  useEffect(() => {
    const closing = new AbortController();
    look();
    onPush(look, closing.signal);
    return () => closing.abort();
  }, [look, onPush]);
  return quotes;
}
