import { believed } from '#core/prices/listing-dispute.ts';
import { comparedReferences } from '#core/prices/markets.ts';
import { leftOf } from '#core/settings/notices.ts';
import type { Reading } from '#core/site.ts';
import { type Card, type Cards, dealsIn, type PageState } from '#page/cards/cards.ts';
import {
  createHost,
  createPlaceholder,
  type OverlayHost,
  placeHost,
  removeHost,
  renderInHost,
  retireHost,
} from '#page/cards/overlay-host.ts';
import type { PageDeps } from '#page/overlays/deps.ts';
import { themeBehind, watchTheme } from '#page/overlays/page-theme.ts';
import { hasHead, toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { type QuoteCache, quoteKey, spelledAsInTable } from '#page/quotes/quote-loader.ts';
import { maxNames } from '#protocol/limits.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { OverlayAppearance, OverlayModel } from '#ui/overlay/overlay-model.ts';

/** Time without an answer after which cards show a placeholder, ms. */
export const placeholderDelayMs = 150;

/** Limit of removals of one overlay within the window; more mean that another script keeps removing it. */
const maxRemovals = 150;
const removalWindowMs = 5000;

/** Overlays that are put in together, at most: the page is laid out once for them. */
const maxUnplaced = 100;

/** New overlays whose insides are laid out in the frame that lays the page out; the others follow in one after it. */
const maxInFrame = 12;
const frameMs = 20;

/** The attribute of a host that waits for its frame (src/ui/overlay/overlay.css). */
const later = 'data-later';

export class OverlayMounts {
  /** What the worker heard last; empty, so that it hears all again. */
  told = '';
  readonly #deps: PageDeps;
  readonly #cards: Cards;
  readonly #repeats: (card: Card) => boolean;
  readonly #redraw: () => void;
  readonly #removals = new WeakMap<Card, { readonly since: number; count: number }>();
  /** Two readers may be at work on one page, each with overlays of its own. */
  readonly #hosts = new WeakSet<OverlayHost>();
  /** Cards whose overlays are drawn and stand nowhere yet. */
  readonly #unplaced = new Set<Card>();
  #beaten: ReadonlySet<Card['told']> = new Set();
  /** `undefined` while it is not measured. */
  #pageTheme: 'light' | 'dark' | undefined;

  /** `repeats`: a card before shows its prices. `redraw`: overlays that were left out are due, or the page has another theme. */
  constructor(deps: PageDeps, cards: Cards, repeats: (card: Card) => boolean, redraw: () => void) {
    this.#deps = deps;
    this.#cards = cards;
    this.#repeats = repeats;
    this.#redraw = redraw;
  }

  readonly owns = (host: OverlayHost): boolean => this.#hosts.has(host);

  /** Redraws with the page's theme when it changes, unless the user chose one, until the signal. */
  followTheme(view: () => SettingsView, signal: AbortSignal): void {
    const { document, after, beforeFrame } = this.#deps;
    const measure = () => view().theme === 'auto' && this.#measureTheme();
    watchTheme(document, after, () => beforeFrame(measure), signal);
  }

  #measureTheme(): void {
    const before = this.#pageTheme;
    const card = [...this.#cards.values()].find(({ element }) => element.isConnected);
    if (!before || !card) return;
    const theme = themeBehind(card.element);
    this.#pageTheme = theme;
    if (theme === before) return;
    for (const { placeholder } of this.#cards.values()) placeholder?.element.setAttribute('data-theme', theme);
    this.#redraw();
  }

  /** Draws what is known of a card; it stays as it is until its quote comes. */
  draw(
    card: Card,
    cache: QuoteCache | undefined,
    view: SettingsView,
    { currency, disputed, notices, rivals }: PageState,
  ): void {
    const reading = card.reading && leftOf(believed(card.reading, disputed, cache?.rates ?? null), notices);
    const quote = reading && cache?.quotes.get(quoteKey(reading));
    if (reading && (!cache || (cache.table && quote === undefined))) return;
    const context = cache && { ...cache, view, now: this.#deps.now(), currency, rivals };
    const model = reading && context && toOverlayModel(reading, quote ?? null, context);
    if (reading && model) this.#mount(card, spelledAsInTable(reading, cache), model, view);
    else unmount(card);
  }

  #mount(card: Card, reading: Reading, model: OverlayModel, view: SettingsView): void {
    if (this.#isBlocked(card)) return;
    card.host ??= createHost(this.#deps.document);
    this.#hosts.add(card.host);
    const { wearValue, phase, listing } = reading;
    // The worker takes what it needs. Where neither is known, a listing is compared with no other.
    card.told =
      view.overlay.beaten &&
      listing &&
      (wearValue ?? phase) !== undefined &&
      JSON.stringify({ ...reading, typed: model.typed });
    renderInHost(card.host, reading, { ...model, beaten: this.#beaten.has(card.told) }, this.#appearance(card, view));
    this.#unplaced.add(card);
  }

  /** Tells the worker what stands in the cards, where that is new, and redraws where others now beat it, or no longer. */
  async tell(address: string): Promise<void> {
    const deals = dealsIn(this.#cards);
    const listings = [...this.#cards.values()].flatMap(({ host, told }) => (host && told) || []).slice(0, maxNames);
    const all = [deals || '', ...listings].join();
    if (all === this.told) return;
    this.told = all;
    const beaten = new Set<Card['told']>(await this.#deps.tell({ deals, address, listings }));
    const { size } = beaten.symmetricDifference(this.#beaten);
    this.#beaten = beaten;
    if (size > 0) this.#redraw();
  }

  /** Between slices the page is laid out for nothing, so overlays come together. `isLast`: nothing is left, or a paint is due. */
  place(isLast: boolean): void {
    if (!isLast && this.#unplaced.size < maxUnplaced) return;
    const added: HTMLElement[] = [];
    for (const card of this.#unplaced) {
      const { host } = card;
      if (!host) continue;
      removePlaceholder(card);
      if (!host.card && added.push(host.element) > maxInFrame) host.element.setAttribute(later, '');
      placeHost(host, card.element, card.kind.mount);
    }
    this.#unplaced.clear();
    if (added.length <= maxInFrame) return;
    this.#deps.after(() => {
      for (const element of added) element.removeAttribute(later);
    }, frameMs);
  }

  /** While prices are awaited. The theme is measured in a task of its own: that costs the styles of a page that has changed. */
  prepare({ theme }: SettingsView): void {
    this.#deps.warmUp?.();
    const [card] = this.#cards.values();
    if (card) this.#deps.inOwnTask(() => this.#themeOf(card, theme));
  }

  showPlaceholders(view: SettingsView): void {
    const { document } = this.#deps;
    // The lines that a page's overlays have, whatever comes.
    const rows = { markets: comparedReferences(view.markets).length, head: hasHead(view) };
    for (const card of this.#cards.values()) {
      if (!card.reading || card.host) continue;
      card.placeholder ??= createPlaceholder(document, this.#appearance(card, view), rows);
      this.#hosts.add(card.placeholder);
      placeHost(card.placeholder, card.element, card.kind.mount);
    }
  }

  #appearance(card: Card, { overlay, theme }: SettingsView): OverlayAppearance {
    const repeated = overlay.density !== 'hover' && this.#repeats(card);
    return { ...overlay, theme: this.#themeOf(card, theme), ...(repeated && { repeated }) };
  }

  #themeOf(card: Card, theme: SettingsView['theme']): OverlayAppearance['theme'] {
    if (theme !== 'auto') {
      this.#pageTheme = undefined;
      return theme;
    }
    this.#pageTheme ??= themeBehind(card.element);
    return this.#pageTheme;
  }

  /** A page that re-renders gets its overlay back; a script that removes it in every frame wins until the window is over. */
  #isBlocked(card: Card): boolean {
    if (!card.host || this.#unplaced.has(card) || card.element.contains(card.host.element)) return false;
    const now = this.#deps.now();
    const known = this.#removals.get(card);
    const removals = known && now - known.since < removalWindowMs ? known : { since: now, count: 0 };
    removals.count++;
    this.#removals.set(card, removals);
    if (removals.count <= maxRemovals) return false;
    this.#deps.after(this.#redraw, removalWindowMs - (now - removals.since));
    return true;
  }
}

export function retireCard(card: Card): void {
  removePlaceholder(card);
  if (card.host) retireHost(card.host);
}

export function unmount(card: Card): void {
  removePlaceholder(card);
  remove(card, 'host');
}

const removePlaceholder = (card: Card): void => remove(card, 'placeholder');

function remove(card: Card, which: 'host' | 'placeholder'): void {
  const host = card[which];
  if (host) removeHost(host);
  card[which] = undefined;
}
