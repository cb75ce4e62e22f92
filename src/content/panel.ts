import { claim, type Host, style } from '#content/host.ts';
import { panelModelOf } from '#content/panel-model.ts';
import { placeBeside } from '#content/placing.ts';
import { isMarketId } from '#core/markets.ts';
import type { DetailsAnswer, MarketDetail, View } from '#protocol/messages.ts';
import { copyText } from '#ui/copy-text.ts';
import { show } from '#ui/element.ts';
import { panel } from '#ui/panel.ts';
import { copyFormats, type PanelModel } from '#ui/panel-model.ts';
import { panelStyle } from '#ui/panel-style.ts';
import { words } from '#ui/panel-words.ts';

export interface PanelWorld {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Rejects when the extension is gone. */
  readonly details: (name: string) => Promise<DetailsAnswer>;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
}

/** The element of the one comparison that a page may have open; it is in the page only while it is. */
export const panelName = 'skinlens-panel';

/** The one comparison of a page: opens beside an overlay, follows what it shows, and closes with it. */
export class Panel {
  readonly element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #world: PanelWorld;
  #view: View;
  #host: Host | undefined;
  #model: PanelModel | undefined;
  #details: { readonly item: string; readonly markets: readonly MarketDetail[] } | undefined;

  constructor(view: View, world: PanelWorld) {
    this.#view = view;
    this.#world = world;
    this.element = world.document.createElement(panelName);
    this.element.setAttribute('popover', 'manual');
    this.#root = this.element.attachShadow({ mode: 'open' });
    style(world.document, this.#root, panelStyle);
    this.#root.addEventListener('click', (event) => this.#act(event.target));
    claim(this.element);
  }

  /** The overlay that it is open beside. */
  get host(): Host | undefined {
    return this.#host;
  }

  /** The focus is in it. */
  get focused(): boolean {
    return this.#root.activeElement !== null;
  }

  show(view: View): void {
    this.#view = view;
    this.#draw();
  }

  /** Asks for an item's details before they are wanted, so that the panel opens whole. */
  async prepare({ said }: Host): Promise<void> {
    const item = said?.reading.item;
    if (item === undefined) return;
    const { markets } = await this.#world.details(item).catch(() => ({ markets: [] }));
    this.#details = { item, markets };
    if (this.#host?.said?.reading.item === item) this.#draw();
  }

  /** Opens beside an overlay at once, with what is known; the rest follows. */
  open(host: Host): void {
    if (this.#host === host || !host.root.querySelector('button')) return;
    this.close();
    this.#host = host;
    host.watch = (what) => (what === 'gone' ? this.close() : this.#draw());
    this.#draw();
    // A modal dialog lets nothing outside itself be reached.
    (host.element.closest('dialog') ?? this.#world.document.body).append(this.element);
    this.element.showPopover({ source: host.element });
    this.place();
    setExpanded(host, true);
    if (this.#details?.item !== host.said?.reading.item) void this.prepare(host);
  }

  focus(): void {
    this.#root.querySelector<HTMLElement>('.panel')?.focus();
  }

  /** Leaves nothing in the page; the focus that was in it goes back to the overlay. */
  close(): void {
    const host = this.#host;
    if (!host) return;
    const focused = this.focused;
    this.#host = undefined;
    host.watch = undefined;
    this.element.remove();
    setExpanded(host, false);
    if (focused) host.root.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Puts it beside its overlay, where the browser does not do so itself; closes when that is out of sight. */
  place(): void {
    if (this.#host && !placeBeside(this.element, this.#host.element)) this.close();
  }

  #draw(): void {
    const said = this.#host?.said;
    if (!said) return;
    const details = this.#details?.item === said.reading.item ? this.#details.markets : [];
    this.#model = panelModelOf(said, details, this.#view, this.#world.now());
    this.element.setAttribute('data-theme', said.theme);
    show(this.#root, panel(this.#model));
  }

  #act(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest('[data-act]') : null;
    if (button?.getAttribute('data-act') === 'close') this.close();
    else if (button) this.#copy(button.getAttribute('data-format'), button.getAttribute('data-market') ?? '');
  }

  #copy(wanted: string | null, market: string): void {
    const format = copyFormats.find((one) => one === wanted);
    if (!this.#model || !format) return;
    const say = (text: string) => this.#root.querySelector('.said')?.replaceChildren(text);
    const text = copyText(this.#model, format, isMarketId(market) ? market : undefined);
    this.#world.copy(text).then(
      () => say(words.copied),
      () => say(words.notCopied),
    );
  }
}

const setExpanded = ({ root }: Host, expanded: boolean): void =>
  root.querySelector('button')?.setAttribute('aria-expanded', String(expanded));
