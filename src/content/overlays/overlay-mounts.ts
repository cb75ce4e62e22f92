import type { Card } from '#content/cards/cards.ts';
import { createHost, createWait, discard, draw, type Host, place } from '#content/cards/overlay-host.ts';
import { LossCount } from '#content/losses.ts';
import { themeBehind } from '#content/overlays/page-theme.ts';
import type { Reading } from '#core/site.ts';
import type { View } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

/** So many hosts are made ahead at most: Firefox takes 3 ms for them, and the page may wait. */
const mostSpare = 100;

/** Puts overlays into cards and takes them out again. */
export class Painter {
  readonly #losses: LossCount;
  readonly #retry: (ms: number) => void;
  readonly #spare: Host[] = [];
  #theme: 'light' | 'dark' | undefined;

  /** `retry` is told how long to rest, ms, when another script keeps taking our node away. */
  constructor(now: () => number, retry: (ms: number) => void) {
    this.#losses = new LossCount(now);
    this.#retry = retry;
  }

  /** Measures the page's darkness anew at the next card. */
  forgetTheme(): void {
    this.#theme = undefined;
  }

  /** Makes hosts for cards whose prices are on their way, so that these take less time when they come. */
  prepare(bare: readonly Card[]): void {
    for (const { element } of bare.slice(this.#spare.length, mostSpare))
      this.#spare.push(createHost(element.ownerDocument));
  }

  /** Shows a model in a card, in place where there is an overlay already. */
  mount(card: Card, reading: Reading, model: OverlayModel, view: View): void {
    if (this.#rests(card)) return;
    endWait(card);
    card.host ??= this.#spare.pop() ?? createHost(card.element.ownerDocument);
    draw(card.host, reading, model, { ...view.overlay, theme: this.#themeOf(card, view) });
    if (!place(card.host, card.element, card.page.mount)) unmount(card);
  }

  /** Shows that prices are on their way, where nothing stands yet. */
  hold(card: Card, view: View): void {
    card.wait ??= createWait(card.element.ownerDocument, { ...view.overlay, theme: this.#themeOf(card, view) });
    place(card.wait, card.element, card.page.mount);
  }

  #themeOf(card: Card, { theme }: View): 'light' | 'dark' {
    this.#theme ??= themeBehind(card.element);
    return theme === 'auto' ? this.#theme : theme;
  }

  #rests(card: Card): boolean {
    if (!card.host || card.element.contains(card.host.element)) return false;
    const ms = this.#losses.note(card);
    if (ms > 0) this.#retry(ms);
    return ms > 0;
  }
}

function endWait(card: Card): void {
  if (card.wait) discard(card.wait);
  card.wait = undefined;
}

/** Takes the overlay out of a card, if it has one. */
export function unmount(card: Card): void {
  endWait(card);
  if (card.host) discard(card.host);
  card.host = undefined;
}
