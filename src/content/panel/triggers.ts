import type { Host, Said } from '#content/cards/overlay-host.ts';
import type { Panel } from '#content/panel/panel.ts';
import { explainOverlay } from '#ui/overlay-titles.ts';

/** How long the pointer rests on an overlay before it means it, and how long it may be away on its way, ms. */
const intentMs = 140;
const graceMs = 250;

/** The overlays of a page. */
export interface Overlays {
  /** The overlay that an element is the host of. */
  readonly hostOf: (node: EventTarget | null) => Host | undefined;
  /** The overlay of the card that a node is in. */
  readonly hostAt: (node: Node) => Host | undefined;
}

/**
 * Opens and closes the comparison for the pointer, the keyboard and the finger, until the signal. A click or a key
 * keeps it open until it is closed; the pointer alone only while it rests on the overlay or the panel.
 */
export class Pointing {
  readonly #panel: Panel;
  readonly #overlays: Overlays;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The overlay that the pointer rests on, or that was asked for. */
  #wanted: Host | undefined;
  /** The overlay of the card that the pointer is in. */
  #near: Host | undefined;
  /** What it said when its parts got their tooltips. */
  #explained: Said | undefined;
  #kept = false;

  constructor(panel: Panel, overlays: Overlays) {
    this.#panel = panel;
    this.#overlays = overlays;
  }

  /** Does what an event asks for that came before there was anybody to hear it. */
  catchUp(event: Event): void {
    if (event instanceof PointerEvent && event.type === 'pointerover') this.#over(event);
    else if (event instanceof MouseEvent && event.type === 'click') this.#click(event);
  }

  listen(document: Document, signal: AbortSignal): void {
    const early = { signal, capture: true };
    const place = () => this.#panel.place();
    document.addEventListener('pointerover', (event) => this.#over(event), { signal, passive: true });
    document.addEventListener('click', (event) => this.#click(event), early);
    document.addEventListener('keydown', (event) => this.#key(event), early);
    document.addEventListener('scroll', place, { ...early, passive: true });
    document.defaultView?.addEventListener('resize', place, { signal });
    this.#panel.element.addEventListener('focusout', (event) => this.#leave(event), { signal });
    signal.addEventListener('abort', () => this.#close());
  }

  #plan(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    this.#kept = false;
    this.#panel.close();
  }

  #over({ target, pointerType }: PointerEvent): void {
    this.#approach(target);
    if (pointerType === 'touch' || this.#kept) return;
    const host = this.#overlays.hostOf(target);
    if (host ? host === this.#panel.host : target === this.#panel.element) clearTimeout(this.#timer);
    if (host) this.#rest(host);
    else if (target !== this.#panel.element) this.#wander();
  }

  /** The pointer is on neither. */
  #wander(): void {
    this.#wanted = undefined;
    clearTimeout(this.#timer);
    if (this.#panel.host) this.#plan(graceMs, () => this.#close());
  }

  /** Explains the overlay of the card that the pointer is in, and lets it be seen where it was hidden until then. */
  #approach(target: EventTarget | null): void {
    const next = target instanceof Node ? this.#overlays.hostAt(target) : undefined;
    if (next?.said && next.said !== this.#explained) explainOverlay(next.root, next.said.model);
    this.#explained = next?.said;
    if (next === this.#near) return;
    this.#near?.element.removeAttribute('data-near');
    if (next?.element.getAttribute('data-density') === 'hover') next.element.setAttribute('data-near', '');
    this.#near = next;
  }

  #rest(host: Host): void {
    if (host === this.#wanted) return;
    this.#wanted = host;
    this.#plan(intentMs, async () => {
      // Details come from the worker's disk; whoever waits for them opens whole, and nobody waits long.
      await Promise.race([this.#panel.prepare(host), new Promise((resolve) => setTimeout(resolve, graceMs))]);
      if (this.#wanted === host && host.element.isConnected) this.#panel.open(host);
    });
  }

  #click(event: MouseEvent): void {
    const host = this.#overlays.hostOf(event.target);
    if (host) this.#keep(host, event);
    else if (this.#panel.host && event.target !== this.#panel.element) this.#close();
  }

  #keep(host: Host, event: MouseEvent): void {
    // A card is often a link, and the overlay is not part of it.
    event.preventDefault();
    event.stopPropagation();
    if (this.#kept && this.#panel.host === host) {
      this.#close();
      return;
    }
    clearTimeout(this.#timer);
    // A click without a place is the keyboard's.
    this.#panel.open(host, event.detail === 0);
    this.#wanted = host;
    this.#kept = true;
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#panel.host) {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (this.#overlays.hostOf(event.target)) event.stopPropagation();
  }

  #leave({ relatedTarget }: FocusEvent): void {
    if (!relatedTarget || relatedTarget === this.#panel.element) return;
    if (this.#overlays.hostOf(relatedTarget) !== this.#panel.host) this.#close();
  }
}
