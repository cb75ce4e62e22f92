import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { minuteMs, wholeMinutesAge } from '#core/prices/age.ts';
import { difference, judgeOffer } from '#core/prices/comparison.ts';
import { byReference, referenceMarkets } from '#core/prices/markets.ts';
import type { AgeRules, TableRow } from '#core/prices/offer.ts';
import { percentLiquidity, type Quote, quotedOffer, quoteOf } from '#core/prices/quote.ts';
import { ageRules } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import { Primary, Problem } from '#ui/forms/parts.tsx';
import { renderOverlay } from '#ui/overlay/overlay.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { overlayStyle } from '#ui/overlay/overlay-style.ts';
import { answerOf, useAsked } from '#ui/pages/use-asked.ts';
import { formatAmount } from '#ui/words/format.ts';
import { overlayLabel, overlayTexts } from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

export function SampleOffer({ ask, table }: Pick<WelcomeDeps, 'ask'> & { readonly table: PageQuotes['table'] }) {
  const [problem, setProblem] = useState('');
  const trySamples = () =>
    void ask('try-samples', {}).catch((error: unknown) => setProblem(text('welcomeNoSamples', String(error))));
  if (table && !table.sample) return null;
  return (
    <section class="samples">
      <p role="status">{text(table ? 'welcomeSamplesOn' : 'welcomeSamplesOffer')}</p>
      {!table && <Primary onClick={trySamples}>{text('welcomeTrySamples')}</Primary>}
      {!table && <Problem id="samples" problem={problem} />}
    </section>
  );
}

interface SampleSectionProps {
  readonly deps: Pick<WelcomeDeps, 'isDark' | 'onDark' | 'now'>;
  readonly quotes: PageQuotes | undefined;
  readonly settings: Settings;
}

/** A sample card, with the relay's prices once they are loaded, else with made-up ones. The text states which. */
export function SampleSection({ deps, quotes, settings }: SampleSectionProps) {
  const sample = createSample(quotes, settings, deps.now());
  const { theme } = settings;
  const isDark = useIsDark(deps);
  const isLight = theme === 'auto' ? !isDark : theme === 'light';
  return (
    <section class="sample" aria-labelledby="sample">
      <h2 id="sample">{text('welcomeSampleTitle')}</h2>
      <SampleCard sample={sample} settings={settings} isLight={isLight} />
      <p role="status">{sample.hasRelayPrices ? text('welcomeSampleReal') : text('welcomeSampleExample')}</p>
      <p class="muted">{text('welcomeSampleMore')}</p>
    </section>
  );
}

interface SampleCardProps {
  readonly sample: ReturnType<typeof createSample>;
  readonly settings: Settings;
  readonly isLight: boolean;
}

const SampleCard = ({ sample, settings, isLight }: SampleCardProps) => (
  <div class="card">
    <span class="tag">{sample.hasRelayPrices ? text('welcomeSampleListing') : text('welcomeSampleTag')}</span>
    <svg class="skin" viewBox="0 0 200 60" aria-hidden="true">
      <path d="M8 30h38l6-9h62l5 5h44v3h29v5h-62l-5 5h-20l8 15h-15l-9-15H64l-8 8H12z" />
    </svg>
    <p class="item">{sample.item}</p>
    <p class="price">{formatAmount(inCurrency(sample.listingCents, dollar))}</p>
    <SampleOverlay sample={sample} settings={settings} isLight={isLight} />
  </div>
);

/** The overlay as the content script draws it, without a comparison to open. */
function SampleOverlay({ sample, settings, isLight }: SampleCardProps) {
  const host = useRef<HTMLDivElement>(null);
  const { item, model } = sample;
  const { difference } = settings.overlay;
  useLayoutEffect(() => {
    // Not by attributes: the CSP of the extension's pages forbids one of style.
    if (host.current) shadowRootOf(host.current).replaceChildren(renderOverlay(item, model, difference));
  }, [item, model, difference]);
  const density = settings.overlay.density === 'compact' ? { 'data-density': 'compact' } : {};
  return (
    <div role="img" aria-label={overlayLabel(item, overlayTexts(model))}>
      <div ref={host} class="overlay-host" inert data-theme={isLight ? 'light' : 'dark'} {...density} />
    </div>
  );
}

function shadowRootOf(host: HTMLElement): ShadowRoot {
  if (host.shadowRoot) return host.shadowRoot;
  const root = host.attachShadow({ mode: 'open' });
  // A constructed style sheet: the CSP of the extension's pages forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(overlayStyle);
  root.adoptedStyleSheets = [sheet];
  return root;
}

function useIsDark({ isDark, onDark }: SampleSectionProps['deps']): boolean {
  const [dark, setDark] = useState(isDark);
  useEffect(() => onDark(() => setDark(isDark())), [isDark, onDark]);
  return dark;
}

export function useSampleQuotes({ ask, onPush }: Pick<WelcomeDeps, 'ask' | 'onPush'>): PageQuotes | undefined {
  const { asked } = useAsked(
    useCallback(() => ask('quotes', { names: [...sampleItems] }), [ask]),
    onPush,
  );
  return answerOf(asked);
}

/** Liquid items; the sample card shows the first one with a price of each reference. */
export const sampleItems = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'M4A4 | Neo-Noir (Field-Tested)',
] as const;

/** Made-up prices, shown until the relay has answered. */
const exampleRow: TableRow = {
  ...byReference((market) => 3085 + 63 * referenceMarkets.indexOf(market)),
  liquidity: 78,
  inflated: false,
};

export function createSample(answer: PageQuotes | undefined, settings: Settings, now: number) {
  const found = answer?.quotes.findIndex((quote) => quote && hasAll(quote)) ?? -1;
  const item = sampleItems[found];
  const quote = answer?.quotes[found];
  if (!answer?.table || answer.table.sample || !quote || item === undefined)
    return sampleWith(sampleItems[0], quoteOf(exampleRow, now - 4 * minuteMs), ageRules(settings, now), false);
  return sampleWith(item, quote, ageRules(settings, now), true);
}

const hasAll = ({ offers }: Quote): boolean => offers.every(({ cents }) => cents !== undefined);

/** A made-up listing's price, 5 % below the second lowest price, USD cents. */
function exampleListingCents({ offers }: Quote): number {
  const prices = offers.flatMap(({ cents }) => cents ?? []).sort((one, other) => one - other);
  return Math.round((prices[1] ?? 0) * 0.95);
}

function sampleWith(item: string, quote: Quote, times: AgeRules, hasRelayPrices: boolean) {
  const listingCents = exampleListingCents(quote);
  const listing = { cents: listingCents, currency: dollar.code };
  const prices = referenceMarkets.map((market) => {
    const offer = quotedOffer(quote, market);
    return { ...judgeOffer(offer, { reading: { item, listing }, listingCents }, times), market };
  });
  const { age, asOf = times.now, reason } = prices.find(({ isSound }) => isSound) ?? prices[0] ?? {};
  const rows = prices.map(({ market, cents, isSound }) => ({
    market,
    cents,
    diff: isSound && cents !== undefined ? difference(listingCents, cents) : undefined,
  }));
  const model: OverlayModel = {
    state: age ? 'stale' : 'ready',
    rows,
    offers: quote.offers,
    listingCents,
    liquidity: percentLiquidity(quote),
    noDifferenceReason: reason,
    missing: undefined,
    shown: dollar,
    used: [],
    deal: false,
    ageMs: wholeMinutesAge(asOf, times.now),
    fault: undefined,
  };
  return { item, listingCents, model, hasRelayPrices };
}
