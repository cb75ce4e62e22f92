import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { exchange } from '#core/money/rates.ts';
import type { OffersByName } from '#core/owned/inventory.ts';
import { wholeMinutesAge } from '#core/prices/age.ts';
import { isReference } from '#core/prices/markets.ts';
import { ageDoubt } from '#core/prices/offer.ts';
import { ageRules, sumRules } from '#core/prices/stale-after.ts';
import { themeBehind } from '#page/overlays/page-theme.ts';
import { quoteKey, spelledAsInTable } from '#page/quotes/quote-loader.ts';
import type { ReportInput } from '#page/report/page-report.ts';
import { type AskOffers, askByName } from '#protocol/ask-offers.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { adoptStyle, renewContent } from '#ui/overlay/element.ts';
import sumsStyle from '#ui/overlay/sums.css?inline';

type SumsInput = Pick<ReportInput, 'cards' | 'cache' | 'drifted' | 'currency'>;

export interface SumsDeps {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Marks an element as own, so that adding or removing it does not count as a change of the page. */
  readonly markOwn: (element: Element) => void;
  readonly input: () => SumsInput | undefined;
  readonly view: () => SettingsView;
  /** Rejects when the extension is gone. */
  readonly offers: AskOffers;
}

export type PricedPage = NonNullable<ReturnType<typeof pricedPage>>;

export interface SumsKind<Model> {
  /** The block's tag. Other programs may rely on it. */
  readonly tag: string;
  /** The element before which the block stands; without one there is no block. */
  readonly place: (page: PricedPage) => Element | null;
  /** Selector of the elements of which a change is told before any card is drawn; empty: none. */
  readonly watched?: string | undefined;
  /** Plain data; `undefined`: nothing to show. */
  readonly model: (page: PricedPage, offers: OffersByName) => Model | undefined;
  readonly render: (model: Model) => HTMLElement;
}

export type PageBlock = ReturnType<typeof createPageBlock>;

/** Read from the page's elements before each paint and never remembered, so no sum is ever that of other items. */
export function createPageBlock<Model>(kind: SumsKind<Model>, deps: SumsDeps) {
  const { document, markOwn } = deps;
  const element = document.createElement(kind.tag);
  const root = element.attachShadow({ mode: 'open' });
  adoptStyle(document, root, sumsStyle);
  markOwn(element);
  let shown = '';
  let isRemoved = false;
  const offers = createPageOffers(deps, () => update());
  const update = () => {
    if (isRemoved) return;
    observe();
    const priced = pricedPage(deps);
    const anchor = priced && kind.place(priced);
    const told = anchor && offers.of(namesOn(priced));
    // Sums that come one after another would only flicker. Those of an offer are never of other items, not for a moment.
    if (told?.isWaiting && !(kind.watched && told.offers.size > 0)) return;
    const model = told && kind.model(priced, told.offers);
    if (!anchor || !model) return element.remove();
    const { theme } = deps.view();
    const background = theme === 'auto' ? themeBehind(anchor) : theme;
    if (element.getAttribute('data-theme') !== background) element.setAttribute('data-theme', background);
    if (anchor.previousElementSibling !== element) anchor.before(element);
    const next = JSON.stringify(model);
    if (next !== shown) renewContent(root, kind.render(model));
    shown = next;
  };
  const observer = new MutationObserver(update);
  // The elements may come after this script, and the page may replace them.
  const observe = () => {
    if (!kind.watched) return;
    // Observing an element again changes nothing.
    for (const each of document.querySelectorAll(kind.watched))
      observer.observe(each, { childList: true, subtree: true });
  };
  return {
    /** Adds up what the page shows now. */
    update,
    /** The worker has loaded another market. */
    refreshOffers: offers.refresh,
    remove: () => {
      isRemoved = true;
      offers.stop();
      observer.disconnect();
      element.remove();
    },
  };
}

/** `undefined` without a table, and where the adapter no longer reads the page. */
function pricedPage({ input, view, now }: SumsDeps) {
  const page = input();
  if (!page || page.drifted || !page.cache?.table) return undefined;
  const { cache } = page;
  const { currency, rates: own, pageCoinUsd, fees } = view();
  const known = { dated: cache.rates, own, coinUsd: pageCoinUsd };
  const { shown } = exchange(undefined, { ...currency, page: page.currency }, known, now());
  const { asOf, sample = false } = page.cache.table;
  const times = ageRules(view(), now());
  // Too old to compare.
  const oldMs = ageDoubt(asOf, times) && wholeMinutesAge(asOf, now());
  const rules = fees.confirmed ? sumRules(view(), now()) : undefined;
  return { ...page, cache, view: view(), shown, sample, oldMs, times, rules };
}

/** The names of the page's items in the table, as it spells them. */
const namesOn = ({ cards, cache }: PricedPage): readonly string[] => [
  ...new Set(
    [...cards.values()].flatMap(({ reading }) =>
      reading && cache.quotes.get(quoteKey(reading)) ? spelledAsInTable(reading, cache).item : [],
    ),
  ),
];

const none: OffersByName = new Map();

/** What markets' own data tell of a page's items. `onChange` is called when more is known, or an answer is lost. */
function createPageOffers({ offers: ask, view }: Pick<SumsDeps, 'offers' | 'view'>, onChange: () => void) {
  let known = none;
  /** The settings and the state of the worker's markets with which `known` was asked for. */
  let askedWith = '';
  let wanted: readonly string[] = [];
  let version = 0;
  const present = () => JSON.stringify([version, view().markets, view().coinUsd]);
  const missing = () => (askedWith === present() ? wanted.filter((name) => !known.has(name)) : wanted);
  const question = new AskOnce(
    async () => {
      const asking = present();
      const before = askedWith === asking ? known : none;
      known = new Map([...before, ...(await askByName(ask, missing()))]);
      askedWith = asking;
    },
    { pausesMs: retryPausesMs, onChange },
  );
  return {
    /** What is known of these items; asks for what is not. Of a part of the items nothing is told while the rest is lost. */
    of: (names: readonly string[]) => {
      wanted = names;
      if (view().markets.every(isReference)) return { offers: none, isWaiting: false };
      if (missing().length > 0) question.need();
      if (names.every((name) => known.has(name))) return { offers: known, isWaiting: false };
      return question.isLost ? { offers: none, isWaiting: false } : { offers: known, isWaiting: true };
    },
    /** What is known now stays until the worker has told again. */
    refresh: () => {
      version++;
      onChange();
    },
    stop: () => question.stop(),
  };
}
