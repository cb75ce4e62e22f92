import { type Host, style } from '#content/cards/overlay-host.ts';
import { panelModelOf } from '#content/panel/panel-model.ts';
import { placeBeside } from '#content/panel/position.ts';
import { isMarketId } from '#core/markets.ts';
import type { DetailsAnswer, MarketDetail, View } from '#protocol/messages.ts';
import { copyText } from '#ui/copy-text.ts';
import { show } from '#ui/element.ts';
import { panel } from '#ui/panel.ts';
import { copyFormats, type PanelModel } from '#ui/panel-model.ts';
import { panelStyle } from '#ui/panel-style.ts';
import { text } from '#ui/text.ts';

export interface PanelWorld {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Makes an element known as ours, so that nobody takes it for a change of the page. */
  readonly claim: (element: Element) => void;
  /** Rejects when the extension is gone. */
  readonly details: (name: string) => Promise<DetailsAnswer>;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
}

/** The element of the one comparison that a page may have open; it is in the page only while it is. */
const panelName = 'skinlens-panel';

/** How often a comparison that is not whole asks again, ms, and how many times at most. */
const againMs = 2000;
const mostAgain = 30;

/** The one comparison of a page: opens beside an overlay, follows what it shows, and closes with it. */
export class Panel {
  readonly element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #world: PanelWorld;
  #view: View;
  #host: Host | undefined;
  #model: PanelModel | undefined;
  #details: { readonly item: string; readonly markets: readonly MarketDetail[] } | undefined;
  /** Of which item details were asked for last. */
  #asked: string | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(view: View, world: PanelWorld) {
    this.#view = view;
    this.#world = world;
    this.element = world.document.createElement(panelName);
    this.element.setAttribute('popover', 'manual');
    this.#root = this.element.attachShadow({ mode: 'open' });
    style(world.document, this.#root, panelStyle);
    this.#root.addEventListener('click', (event) => this.#act(event.target));
    world.claim(this.element);
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
    this.#asked = item;
    const { markets } = await this.#world.details(item).catch(() => ({ markets: [] }));
    // Another item was asked for meanwhile.
    if (this.#asked !== item) return;
    this.#details = { item, markets };
    if (this.#host?.said?.reading.item === item) this.#draw();
  }

  /** The worker fetches one market after the other; what it has not yet comes while one looks. */
  #follow(host: Host, left = mostAgain): void {
    if (this.#host !== host || left === 0 || this.#isWhole(host)) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(async () => {
      await this.prepare(host);
      this.#follow(host, left - 1);
    }, againMs);
  }

  #isWhole({ said }: Host): boolean {
    const { item, markets = [] } = this.#details ?? {};
    return item === said?.reading.item && markets.length > 0 && markets.every(({ asOf }) => asOf !== undefined);
  }

  /** Opens beside an overlay at once, with what is known; the rest follows. `focus` puts the focus into it. */
  open(host: Host, focus = false): void {
    if (this.#host === host || !host.root.querySelector('button')) {
      if (focus) this.#focus();
      return;
    }
    this.close();
    this.#host = host;
    host.watch = (what) => (what === 'gone' ? this.close() : this.#draw());
    this.#draw();
    // A modal dialog lets nothing outside itself be reached.
    (host.element.closest('dialog') ?? this.#world.document.body).append(this.element);
    this.element.showPopover({ source: host.element });
    this.place();
    setExpanded(host, true);
    if (focus) this.#focus();
    const known = this.#details?.item === host.said?.reading.item;
    void (known ? Promise.resolve() : this.prepare(host)).then(() => this.#follow(host));
  }

  #focus(): void {
    this.#root.querySelector<HTMLElement>('.panel')?.focus();
  }

  /** Leaves nothing in the page; the focus that was in it goes back to the overlay. */
  close(): void {
    const host = this.#host;
    if (!host) return;
    const focused = this.focused;
    clearTimeout(this.#again);
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
    this.element.setAttribute('data-theme', said.look.theme);
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
    const say = (words: string) => this.#root.querySelector('.said')?.replaceChildren(words);
    const copied = copyText(this.#model, format, isMarketId(market) ? market : undefined);
    this.#world.copy(copied).then(
      () => say(text('panelCopied')),
      () => say(text('panelNotCopied')),
    );
  }
}

const setExpanded = ({ root }: Host, expanded: boolean): void =>
  root.querySelector('button')?.setAttribute('aria-expanded', String(expanded));
