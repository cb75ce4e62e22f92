import { lostPast } from '#core/prices/item-past.ts';
import type { OverlayHost } from '#page/cards/overlay-host.ts';
import { askedItems } from '#page/panel/asked-items.ts';
import { boughtListings } from '#page/panel/bought.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import { isFloating, measurePanel, type PanelPlace, positionBeside, type Size } from '#page/panel/position.ts';
import { askedSeen, toHistoryContext, toPanelModel } from '#page/panel/to-panel-model.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { HistoryView } from '#ui/charts/history-view.ts';
import { adoptStyle, renewContent } from '#ui/overlay/element.ts';
import type { PanelModel } from '#ui/overlay/overlay-model.ts';
import panelStyle from '#ui/overlay/panel.css?inline';
import { type PanelTab, panelTabs, tabAfter } from '#ui/overlay/panel-tabs.ts';
import { renderPanel } from '#ui/overlay/render-panel.ts';
import { copiedText } from '#ui/words/copy-text.ts';
import { goneText, presentText } from '#ui/words/history-words.ts';
import { text } from '#ui/words/text.ts';

/** Tag of the panel. It is in the page only while it is open. */
const panelName = 'skinlens-panel';

/** The comparison panel of a page: opens beside an overlay, updates with it, and closes when the overlay is removed. */
export class Panel {
  readonly element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #deps: PanelDeps;
  #view: SettingsView;
  #host: OverlayHost | undefined;
  #isPinned = false;
  #model: PanelModel | undefined;
  #size: Size | undefined;
  #place: PanelPlace | undefined;
  #tab: PanelTab = 'history';
  readonly #history: HistoryView;
  readonly #asked: ReturnType<typeof askedItems>;
  readonly #bought: ReturnType<typeof boughtListings>;
  readonly #seen: ReturnType<typeof askedSeen>;

  constructor(view: SettingsView, deps: PanelDeps) {
    this.#view = view;
    this.#deps = deps;
    this.element = deps.document.createElement(panelName);
    this.element.setAttribute('popover', 'manual');
    this.#root = this.element.attachShadow({ mode: 'open' });
    adoptStyle(deps.document, this.#root, panelStyle);
    this.#history = new HistoryView(deps.loadChart, () => void this.#asked.open()?.history.again());
    this.#root.addEventListener('click', (event) => this.#onClick(event));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    // What is folded changes the panel's size. The event does not bubble.
    this.#root.addEventListener('toggle', () => this.measure(), true);
    const open = { item: () => this.#host?.rendered?.reading.item, days: () => this.#history.days };
    this.#asked = askedItems(deps, open, () => this.#render());
    this.#bought = boughtListings(deps, (host, failure) => {
      if (host !== this.#host) return;
      this.#render();
      this.#say(failure && text(failure === 'full' ? 'portfolioTooManyItems' : 'panelNotBought'));
    });
    this.#seen = askedSeen(deps, () => this.#render());
    deps.markOwn(this.element);
  }

  get host(): OverlayHost | undefined {
    return this.#host;
  }

  /** Whether the open panel stays until it is closed. A closed panel is not pinned. */
  get isPinned(): boolean {
    return this.#isPinned;
  }

  show(view: SettingsView): void {
    const isOther = JSON.stringify(view.markets) !== JSON.stringify(this.#view.markets);
    this.#view = view;
    if (isOther) this.refreshDetails();
    this.#render();
  }

  async loadDetails(host: OverlayHost): Promise<void> {
    const item = host.rendered?.reading.item;
    if (item !== undefined) await this.#asked.of(item).details.ask();
  }

  /** The worker has loaded another market: the open panel loads its details again, a closed one when it opens. */
  refreshDetails(): void {
    this.#asked.forgetOthers();
    void this.#asked.open()?.details.again();
  }

  /** Opens beside an overlay, unless it has no prices, and stays until it is closed. `focus` moves the focus into it. */
  pin(host: OverlayHost, focus: boolean): void {
    this.open(host);
    if (this.#host !== host) return;
    this.#isPinned = true;
    if (focus) this.#root.querySelector<HTMLElement>('.panel')?.focus();
  }

  /** Opens beside an overlay with the known prices, unless it has none; details follow. */
  open(host: OverlayHost): void {
    if (this.#host === host || !host.root.querySelector('button')) return;
    this.close();
    this.#host = host;
    host.onChange = (change) => (change === 'removed' ? this.close() : this.#renew());
    this.#renew();
    // Nothing outside of a modal dialog can be focused or clicked.
    (host.element.closest('dialog') ?? this.#deps.document.body).append(this.element);
    this.element.showPopover({ source: host.element });
    this.updatePosition();
    void this.loadDetails(host);
    void this.#asked.open()?.history.again();
  }

  /** Removes the panel from the page. A focus that was in the panel returns to the overlay. */
  close(): void {
    const host = this.#host;
    if (!host) return;
    const hadFocus = this.#root.activeElement !== null;
    this.#history.remove();
    this.#host = undefined;
    this.#place = undefined;
    this.#isPinned = false;
    host.onChange = undefined;
    this.#say();
    this.#bought.keep();
    this.element.remove();
    setExpanded(host, false);
    if (hadFocus) host.root.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Positions the panel after a change of its content or of the window. */
  measure(scrolled = this.#scrolled): void {
    this.#size = undefined;
    this.updatePosition();
    const list = this.#root.querySelector('.scroll');
    if (list) list.scrollTop = scrolled;
  }

  get #status(): Element | null {
    return this.#root.querySelector('.copy-status');
  }

  #say(message = ''): void {
    this.#status?.replaceChildren(message);
  }

  get #scrolled(): number {
    return this.#root.querySelector('.scroll')?.scrollTop ?? 0;
  }

  /** Closes the panel when its overlay is out of sight. */
  updatePosition(): void {
    if (!this.#host || !this.element.isConnected) return;
    this.#size ??= measurePanel(this.element);
    const { element, root, card } = this.#host;
    const shown = (isFloating(this.#host) && root.querySelector('.overlay')) || element;
    const overlay = shown.getBoundingClientRect();
    const at = { overlay, card: card?.getBoundingClientRect() ?? overlay };
    this.#place = positionBeside(this.element, at, this.#size, this.#place);
    if (!this.#place) this.close();
  }

  /** The card is another one, or was drawn anew. */
  #renew(): void {
    this.#seen.ask(this.#host?.rendered, this.#view);
    this.#render();
  }

  #render(): void {
    const rendered = this.#host?.rendered;
    if (!this.#host || !rendered) return;
    setExpanded(this.#host, true);
    const asked = this.#asked.open();
    // The answer may be of before the user chose other markets.
    const told = asked?.details.answer?.filter(({ market }) => this.#view.markets.includes(market));
    this.#model = { ...toPanelModel(rendered, told, this.#view, this.#deps.now()), seen: this.#seen.found() };
    const isOtherTheme = this.element.getAttribute('data-theme') !== rendered.appearance.theme;
    this.element.setAttribute('data-theme', rendered.appearance.theme);
    // The element of the history moves into the new content, and would lose the focus.
    const scrolled = this.#scrolled;
    const focused = this.#history.element.contains(this.#root.activeElement) ? this.#root.activeElement : null;
    const said = this.#status?.textContent ?? '';
    const past = asked?.history.answer ?? (asked?.history.isLost ? lostPast : undefined);
    const { present, ...context } = toHistoryContext(this.#model, past, this.#view);
    const line = past ? presentText(past, present, context.now) : '…';
    const { exit } = this.#model.overlay;
    const gone = goneText(past, typeof exit === 'object' ? exit.market : undefined);
    const shown = { history: this.#history.element, line, gone };
    renewContent(this.#root, renderPanel(this.#model, shown, this.#tab, this.#bought.stateOf(this.#host)));
    this.#say(said);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    if (isOtherTheme) this.#history.redraw();
    // Behind another tab it has no width to be drawn in.
    if (this.#root.contains(this.#history.element)) this.#history.show(context);
    this.measure(scrolled);
  }

  #onClick({ target, isTrusted }: Event): void {
    const button = target instanceof Element ? target.closest('[data-act], [data-tab]') : null;
    const act = button?.getAttribute('data-act');
    const tab = panelTabs.find((id) => id === button?.getAttribute('data-tab'));
    if (tab) this.#openTab(tab);
    else if (act === 'close') this.close();
    else if (act === 'beaten' || act === 'lowest') this.#seen.open(isTrusted, act);
    else if (act === 'explore' || act === 'alert') this.#explore(isTrusted, act);
    else if (act?.startsWith('bought')) this.#buy(isTrusted, act === 'bought-back');
    else if (button) this.#copy(button);
  }

  #openTab(tab: PanelTab): void {
    this.#tab = tab;
    this.#render();
    this.#history.redraw();
  }

  #onKey(event: KeyboardEvent): void {
    const tab = tabAfter(this.#root, event.key);
    if (!tab) return;
    event.preventDefault();
    tab.click();
    this.#root.getElementById(tab.id)?.focus();
  }

  /** As `#explore`: only a click of the user writes anything. */
  #buy(isTrusted: boolean, isUndone: boolean): void {
    const purchase = this.#model?.purchase;
    if (!isTrusted || !this.#host || !purchase) return;
    this.#root.querySelector<HTMLElement>('[data-key="bought"]')?.focus();
    void (isUndone ? this.#bought.undo() : this.#bought.add(this.#host, purchase));
  }

  /** The page itself can click in the panel as well, but must not open tabs. */
  #explore(isTrusted: boolean, act: 'explore' | 'alert'): void {
    const part = act === 'alert' ? act : undefined;
    if (isTrusted && this.#model) this.#deps.explore(this.#model.item, part).catch(() => undefined);
  }

  #copy(button: Element): void {
    const copied = this.#model && copiedText(this.#model, button);
    if (copied === undefined) return;
    this.#deps.copy(copied).then(
      () => this.#say(text('panelCopied')),
      () => this.#say(text('panelNotCopied')),
    );
  }
}

const setExpanded = ({ root }: OverlayHost, expanded: boolean): void =>
  root.querySelector('button')?.setAttribute('aria-expanded', String(expanded));
