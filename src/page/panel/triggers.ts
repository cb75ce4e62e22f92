import { browserLanguage } from '#browser/language.ts';
import type { OverlayHost, RenderedOverlay } from '#page/cards/overlay-host.ts';
import { gestures, keep, type OverlayLookup, type PanelControl } from '#page/panel/load-panel.ts';
import { Panel } from '#page/panel/panel.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import { type Box, isFloating, zoomOf } from '#page/panel/position.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { addTooltips } from '#ui/overlay/overlay-titles.ts';
import { setMessageSource } from '#ui/words/text.ts';

/** Time that the pointer stays on an overlay before the panel opens, and away from both before it closes, ms. */
const openDelayMs = 140;
const closeDelayMs = 250;

/** Creates the panel of one page, and opens it on pointer, keyboard and touch until the signal aborts. */
export function startPanel(
  view: SettingsView,
  overlays: OverlayLookup,
  deps: PanelDeps,
  signal: AbortSignal,
): PanelControl {
  setMessageSource(browserLanguage());
  const panel = new Panel(view, deps);
  const triggers = new PanelTriggers(panel, overlays);
  triggers.listen(deps.document, signal);
  return {
    show: (next) => panel.show(next),
    refreshDetails: () => panel.refreshDetails(),
    replay: (event) => triggers.replay(event),
  };
}

/** A click or a key pins the panel; the pointer alone keeps it open only while it is on the overlay or the panel. */
class PanelTriggers {
  readonly #panel: Panel;
  readonly #overlays: OverlayLookup;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The overlay beside which the panel opens soon. */
  #next: OverlayHost | undefined;
  /** The overlay of the card under the pointer. */
  #nearby: OverlayHost | undefined;
  #explained: RenderedOverlay | undefined;

  constructor(panel: Panel, overlays: OverlayLookup) {
    this.#panel = panel;
    this.#overlays = overlays;
  }

  replay(event: Event): void {
    if (event instanceof PointerEvent && event.type === 'pointerover') this.#onPointerOver(event);
    else if (event instanceof MouseEvent && event.type === 'click') this.#onClick(event);
    else this.#enterCard(event.target);
  }

  listen(document: Document, signal: AbortSignal): void {
    const capture = { signal, capture: true };
    const position = () => this.#panel.updatePosition();
    document.addEventListener('pointerover', (event) => this.#onPointerOver(event), { signal, passive: true });
    document.addEventListener('focusin', ({ target }) => this.#enterCard(target), { signal });
    document.addEventListener('click', (event) => this.#onClick(event), capture);
    document.addEventListener('keydown', (event) => this.#onKeyDown(event), capture);
    for (const type of gestures)
      this.#panel.element.addEventListener(type, (event) => event.stopPropagation(), { signal });
    document.addEventListener('scroll', position, { ...capture, passive: true });
    document.defaultView?.addEventListener('resize', () => this.#panel.measure(), { signal });
    this.#panel.element.addEventListener('focusout', (event) => this.#onFocusOut(event), { signal });
    signal.addEventListener('abort', () => this.#close());
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
  }

  #close(): void {
    this.#cancel();
    this.#panel.close();
  }

  #onPointerOver({ target, pointerType }: PointerEvent): void {
    this.#enterCard(target);
    if (pointerType === 'touch' || this.#panel.isPinned) return;
    const host = this.#overlays.hostOf(target);
    if (host ? host === this.#panel.host : target === this.#panel.element) this.#cancel();
    else if (host) this.#openSoon(host);
    else this.#closeSoon();
  }

  /** Adds tooltips to the overlay of the card under the pointer, and reveals a hidden overlay. */
  #enterCard(target: EventTarget | null): void {
    const host = target instanceof Node ? this.#overlays.hostAt(target) : undefined;
    if (host?.rendered && host.rendered !== this.#explained) {
      addTooltips(host.root, host.rendered.reading.item, host.rendered.model);
      host.drawn = undefined;
    }
    this.#explained = host?.rendered;
    if (host === this.#nearby) return;
    this.#nearby?.element.removeAttribute('data-near');
    if (host && isFloating(host)) {
      host.element.style.setProperty('--down', `${hoverOffset(host)}px`);
      host.element.setAttribute('data-near', '');
    }
    this.#nearby = host;
  }

  #openSoon(host: OverlayHost): void {
    if (host === this.#next) return;
    this.#cancel();
    this.#next = host;
    this.#timer = setTimeout(async () => {
      // Waits a little for details, with which the panel opens in its final size.
      await Promise.race([this.#panel.loadDetails(host), new Promise((resolve) => setTimeout(resolve, closeDelayMs))]);
      if (this.#next !== host) return;
      this.#next = undefined;
      if (host.element.isConnected) this.#panel.open(host);
    }, openDelayMs);
  }

  #closeSoon(): void {
    this.#cancel();
    if (this.#panel.host) this.#timer = setTimeout(() => this.#close(), closeDelayMs);
  }

  #onClick(event: MouseEvent): void {
    const host = this.#overlays.hostOf(event.target);
    if (host) this.#togglePinned(host, event);
    else if (this.#panel.host && event.target !== this.#panel.element) this.#close();
  }

  #togglePinned(host: OverlayHost, event: MouseEvent): void {
    keep(event);
    this.#cancel();
    const byKeyboard = event.detail === 0;
    if (this.#panel.isPinned && this.#panel.host === host) this.#panel.close();
    else this.#panel.pin(host, byKeyboard);
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#panel.host) return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  }

  #onFocusOut({ relatedTarget }: FocusEvent): void {
    if (!relatedTarget || relatedTarget === this.#panel.element) return;
    if (this.#overlays.hostOf(relatedTarget) !== this.#panel.host) this.#close();
  }
}

/** Distance of an overlay that stands over its card from the place that it would have, px. */
const gapPx = 2;

/** Distance between two places that are tried, px. */
const stepPx = 6;

const common = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** What a buyer needs of a card: its buttons, and its texts with a number, such as the price. */
function neededIn(card: Element): readonly Box[] {
  const isNeeded = (element: Element) =>
    element.matches('button, [role="button"], input') ||
    (element.childElementCount === 0 && /\d/.test(element.textContent));
  return [...card.querySelectorAll('*')].filter(isNeeded).map((element) => element.getBoundingClientRect());
}

/** px of a style: to where it covers least of what a buyer needs, within the card and near to the host where it can be. */
export function hoverOffset({ element, root, card }: OverlayHost): number {
  const overlay = root.querySelector('.overlay')?.getBoundingClientRect();
  if (!card || !overlay) return gapPx;
  const host = element.getBoundingClientRect().top;
  const { top, bottom } = card.getBoundingClientRect();
  const [highest, lowest] = [top - host + gapPx, bottom - host - overlay.height - gapPx];
  const needed = neededIn(card);
  const { left, right, height } = overlay;
  const coveredAt = (offset: number) => {
    const moved = { left, right, top: host + offset, bottom: host + offset + height };
    return needed.reduce((sum, box) => sum + common(moved, box), 0);
  };
  const steps = Math.max(0, Math.floor((lowest - highest) / stepPx));
  const offsets = Array.from({ length: steps + 1 }, (_, at) => highest + at * stepPx);
  const within = gapPx >= highest && gapPx <= lowest ? [gapPx] : [];
  const [best = gapPx] = [...within, ...offsets].toSorted(
    (one, other) => coveredAt(one) - coveredAt(other) || Math.abs(one - gapPx) - Math.abs(other - gapPx),
  );
  return Math.round(best / zoomOf(element));
}
