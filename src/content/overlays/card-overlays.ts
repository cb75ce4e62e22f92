import {
  type Card,
  type Cards,
  cardOf,
  hasDrifted,
  isOwnDoing,
  readCard,
  removeCopies,
  sameItem,
  sightCards,
  takeStraysOut,
} from '#content/cards/cards.ts';
import { type Absence, isLong, seeAbsence } from '#content/cards/empty-page.ts';
import { remember } from '#content/cards/feed-rows.ts';
import type { Host } from '#content/cards/overlay-host.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import type { World } from '#content/overlays/environment.ts';
import { modelOf, retired } from '#content/overlays/overlay-model.ts';
import { Painter, unmount } from '#content/overlays/overlay-mounts.ts';
import { Asker } from '#content/quotes/quote-loader.ts';
import type { Facts } from '#content/report/page-report.ts';
import { Slices } from '#content/time-slicing.ts';
import type { Row, Site } from '#core/site.ts';
import type { View } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

/** How long an answer may take before cards show that one is on its way, ms. */
const patienceMs = 150;

/** Keeps every card of one page priced from `start` to `stop`; then nothing of it is left in the page. */
export class Runner {
  readonly #site: Site;
  readonly #world: World;
  readonly #cards: Cards = new Map();
  readonly #rows: Map<string, Row>;
  readonly #unread = new Set<Card>();
  readonly #undrawn = new Set<Card>();
  readonly #painter: Painter;
  readonly #slices = new Slices();
  readonly #absence: Absence = { path: undefined, since: 0 };
  readonly #asker: Asker;
  readonly #observer: MutationObserver;
  #view: View;
  #path: string | undefined;
  /** Until the start: what the page's tap kept comes before it. */
  #planned = true;
  #drifted = false;
  #stopped = false;
  #retired = false;
  #deals = 0;

  /** `rows` is what the page told before, and is added to. */
  constructor(site: Site, view: View, world: World, rows = new Map<string, Row>()) {
    this.#site = site;
    this.#rows = rows;
    this.#view = view;
    this.#world = world;
    this.#asker = new Asker(world.ask);
    this.#painter = new Painter(world.now, (ms) => world.later(() => this.#redrawAll(), ms));
    this.#observer = new MutationObserver((records) => this.#notice(records));
  }

  start(): void {
    this.#observer.observe(this.#world.document, {
      childList: true,
      subtree: true,
      characterData: true,
      ...(this.#site.attributes?.length && { attributeFilter: [...this.#site.attributes] }),
    });
    this.#planned = false;
    this.#pass();
  }

  stop(): void {
    this.#stopped = true;
    this.#observer.disconnect();
    for (const card of this.#cards.values()) unmount(card);
    this.#cards.clear();
    this.#countDeals();
  }

  /**
   * The extension was updated or removed under the page: what stands is marked old and asks nobody any more,
   * but still goes as soon as its card shows something else.
   */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#redrawAll();
  }

  /** Prices, their age or the fault may have changed: asks for all anew and redraws in place. */
  refresh(): void {
    void this.#ask(true);
  }

  /** What the page's tap told, likely of cards to come; one that could not be read without it is read again. */
  learn(rows: readonly Row[]): void {
    remember(rows, this.#rows);
    if (rows.length === 0) return;
    this.#asker.expect(rows.flatMap(({ item }) => item ?? []));
    for (const card of this.#cards.values()) this.#unread.add(card);
    this.#plan();
  }

  show(view: View): void {
    this.#view = view;
    this.#painter.forgetTheme();
    this.#redrawAll();
  }

  /** What a report is made of. */
  facts(): Facts {
    const path = this.#world.document.location.pathname;
    const known = { cards: this.#cards, rows: this.#rows, book: this.#asker.book, drifted: this.#drifted };
    return { ...known, on: this.#view.on, path, bare: isLong(this.#absence, path) };
  }

  /** What the page did. Runs before the browser paints, so that no card ever shows another item's prices. */
  #notice(records: readonly MutationRecord[]): void {
    const changed = new Set<Card>();
    for (const record of records) {
      const card = cardOf(record.target, this.#cards);
      takeStraysOut(record, this.#cards);
      if (isOwnDoing(record)) {
        if (card && record.removedNodes.length > 0) this.#undrawn.add(card);
        continue;
      }
      if (card) changed.add(card);
      if (record.type === 'childList' || !card) this.#path = undefined;
    }
    // A framework's state may tell more of what a recycled card shows now.
    if (changed.size > 0) this.#world.readState();
    for (const card of changed) {
      if (card.host) this.#read(card);
      else this.#unread.add(card);
    }
    this.#plan();
  }

  /** `own`: in a task of its own, and not in the page's or before its frame. */
  #plan(own = false): void {
    if (this.#planned || this.#stopped) return;
    this.#planned = true;
    const when = own ? this.#world.next : this.#world.soon;
    when(() => {
      this.#planned = false;
      if (!this.#stopped) this.#pass(own);
    });
  }

  #pass(own = true): void {
    this.#slices.begin();
    if (this.#path !== this.#world.document.location.pathname) this.#sight();
    const allRead = this.#slices.workOff(this.#unread, (card) => this.#read(card));
    this.#judge();
    void this.#ask();
    if (!own) this.#slices.hurry();
    const allDrawn = this.#slices.workOff(this.#undrawn, (card) => this.#paint(card));
    if (!allRead || !allDrawn) this.#plan(true);
    else this.#countDeals();
  }

  #countDeals(): void {
    const count = [...this.#cards.values()].filter(({ host }) => host?.said?.model.deal).length;
    if (count !== this.#deals) this.#world.onDeals(count);
    this.#deals = count;
  }

  /** The overlay of the card that a node is in. */
  hostAt(node: Node): Host | undefined {
    return cardOf(node, this.#cards)?.host;
  }

  #sight(): void {
    this.#path = this.#world.document.location.pathname;
    removeCopies(this.#world.document);
    const { came, went } = sightCards(this.#site, this.#world.document, this.#cards);
    for (const card of went) {
      this.#unread.delete(card);
      this.#undrawn.delete(card);
      unmount(card);
    }
    for (const card of came) this.#unread.add(card);
    if (came.length > 0) this.#world.readState();
    const bare = this.#cards.size === 0 && kindsAt(this.#site, this.#path).length > 0;
    seeAbsence(this.#absence, bare ? this.#path : undefined);
  }

  #read(card: Card): void {
    const before = card.reading;
    readCard(card, this.#rows);
    if (!sameItem(before, card.reading)) unmount(card);
    this.#undrawn.add(card);
  }

  #judge(): void {
    const drifted = hasDrifted(this.#cards);
    if (drifted !== this.#drifted) this.#redrawAll();
    this.#drifted = drifted;
  }

  #redrawAll(): void {
    for (const card of this.#cards.values()) this.#undrawn.add(card);
    this.#plan();
  }

  /** What changes meanwhile comes after the answer, whose own task is long enough without drawing. */
  async #ask(anew = false): Promise<void> {
    if (this.#retired) return;
    const names = [...this.#cards.values()].flatMap(({ reading }) => reading?.item ?? []);
    const asked = this.#asker.ask(names, anew);
    if (!asked) return;
    this.#world.later(() => this.#asker.asking && this.#hold(), patienceMs);
    this.#painter.prepare([...this.#cards.values()].filter(({ reading, host }) => reading && !host));
    const answered = await asked;
    if (!answered || this.#stopped) return;
    const { same } = answered;
    for (const card of this.#cards.values()) if (!same?.quotes.has(card.reading?.item ?? '')) this.#undrawn.add(card);
    this.#plan(true);
  }

  /** Shows cards that wait for the first answer that one is on its way. */
  #hold(): void {
    if (this.#drifted || this.#stopped || this.#asker.book) return;
    for (const card of this.#cards.values()) if (card.reading && !card.host) this.#painter.hold(card, this.#view);
  }

  #paint(card: Card): void {
    const model = this.#modelOf(card);
    if (model === 'unanswered') return;
    if (!model || !card.reading) unmount(card);
    else this.#painter.mount(card, card.reading, model, this.#view);
  }

  /** `undefined`: nothing may stand in this card; `unanswered`: what stands there stays until the answer comes. */
  #modelOf({ reading, element, host }: Card): OverlayModel | 'unanswered' | undefined {
    if (!reading || this.#drifted || !this.#cards.has(element) || (this.#retired && !host)) return undefined;
    const { book } = this.#asker;
    const quote = book?.quotes.get(reading.item);
    if (!book || (book.table && quote === undefined)) return 'unanswered';
    const model = modelOf(reading, quote ?? null, { ...book, view: this.#view, now: this.#world.now() });
    return model && this.#retired ? retired(model) : model;
  }
}
