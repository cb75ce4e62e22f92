import { decimalText } from '#core/money/money.ts';
import type { Mount, Reading } from '#core/site.ts';
import { mountPoint } from '#page/cards/card-source.ts';
import { adoptStyle } from '#ui/overlay/element.ts';
import { type OverlayRows, overlayShape, placeholderShape, retireOverlay } from '#ui/overlay/overlay.ts';
import type { OverlayAppearance, OverlayModel } from '#ui/overlay/overlay-model.ts';
import { overlayStyle } from '#ui/overlay/overlay-style.ts';
import { type Attributes, draw, type Shape, setAttributes } from '#ui/overlay/shape.ts';
import { isUnusual } from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';

/** Tag of the host element. Other programs rely on it and on its attributes. */
export const hostName = 'skinlens-prices';

/** Tag of the placeholder in a card until its prices come. */
export const placeholderName = 'skinlens-wait';

/** The host element of an overlay or a placeholder, with its shadow root. */
export interface OverlayHost {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  card?: Element;
  /** Whether prices are shown, fresh or stale. */
  priced?: boolean;
  /** `undefined` before the first rendering. */
  rendered?: RenderedOverlay;
  attributes: Attributes;
  /** What stands in the shadow root; `undefined` once something is added to that, as tooltips are. */
  drawn?: Shape | undefined;
  /** The host stands at the end of a card without a mount point. */
  isAtEnd?: boolean;
  onChange?: ((change: 'rendered' | 'removed') => void) | undefined;
}

/** Content of an overlay; the panel that opens beside it has the same prices. */
export interface RenderedOverlay {
  readonly reading: Reading;
  readonly model: OverlayModel;
  readonly appearance: OverlayAppearance;
}

/** The extension's own elements; those that are no host, such as the panel, have no value. */
const own = new WeakMap<EventTarget, OverlayHost | undefined>();

/** Whether this script created the node. The tag is no proof: the page can clone a host or create one. */
export const isOwn = (node: Node): boolean => own.has(node);

export const hostOf = (node: EventTarget | null): OverlayHost | undefined => (node ? own.get(node) : undefined);

/** Marks the panel's element as own, so that adding or removing it does not count as a change of the page. */
export const markOwn = (element: Element): void => void own.set(element, undefined);

export function createHost(document: Document, name = hostName): OverlayHost {
  const element = document.createElement(name);
  const root = element.attachShadow({ mode: 'open' });
  adoptStyle(document, root, overlayStyle);
  const host: OverlayHost = { element, root, attributes: {} };
  own.set(element, host);
  return host;
}

export function createPlaceholder(
  document: Document,
  { theme, density, repeated }: OverlayAppearance,
  rows: OverlayRows,
): OverlayHost {
  const host = createHost(document, placeholderName);
  setHostAttributes(host, { 'data-theme': theme, 'data-density': density, 'data-repeated': repeated && '' });
  draw(host.root, placeholderShape(rows), undefined);
  return host;
}

/** Renders a model in a host, unless the host shows it already. */
export function renderInHost(host: OverlayHost, reading: Reading, model: OverlayModel, appearance: OverlayAppearance) {
  const next: RenderedOverlay = { reading, model, appearance };
  const before = host.rendered;
  host.rendered = next;
  if (before && visibleOf(before) === visibleOf(next)) {
    if (JSON.stringify(before) !== JSON.stringify(next)) host.onChange?.('rendered');
    return;
  }
  host.priced = model.state === 'ready' || model.state === 'stale';
  setHostAttributes(host, {
    'data-item': reading.item,
    'data-source': reading.byName ? 'name' : 'adapter',
    'data-phase': reading.phase,
    'data-state': model.state,
    'data-listing': reading.listing && decimalText(reading.listing),
    'data-currency': reading.listing?.currency,
    'data-theme': appearance.theme,
    'data-deal': model.deal ? '' : undefined,
    'data-sample': model.sample ? '' : undefined,
    'data-density': appearance.density === 'normal' ? undefined : appearance.density,
    'data-repeated': appearance.repeated && '',
  });
  const content = overlayShape(reading.item, model, appearance.difference, appearance.repeated);
  // Whoever has changed the overlay of another item leaves nothing of it beside this one's prices.
  draw(host.root, content, before?.reading.item === reading.item ? host.drawn : undefined);
  host.drawn = content;
  host.onChange?.('rendered');
}

/** What is visible of an overlay: ages are only where they are unusual, and in tooltips, which come with the pointer. */
function visibleOf({ reading, model, appearance }: RenderedOverlay): string {
  const { offers: _, ageMs, exit, ...rest } = model;
  const age = model.state === 'ready' && ageMs !== undefined && !isUnusual(ageMs) ? 0 : ageMs;
  const sold = typeof exit === 'object' ? { ...exit, ageMs: 0 } : exit;
  return JSON.stringify([reading, rest, age, sold, appearance]);
}

/** After an update of the extension. */
export function retireHost(host: OverlayHost): void {
  for (const verdict of ['deal', 'listing', 'currency']) host.element.removeAttribute(`data-${verdict}`);
  if (host.priced) host.element.setAttribute('data-state', 'stale');
  retireOverlay(host.root, text('overlayRetired'));
}

function setHostAttributes(host: OverlayHost, next: Attributes): void {
  setAttributes(() => host.element, host.attributes, next);
  host.attributes = next;
}

/** At its mount point, or at the card's end until there is one. There it stays: other scripts may have put nodes between. */
export function placeHost(host: OverlayHost, card: Element, mount: Mount | undefined): void {
  const { element, isAtEnd } = host;
  host.card = card;
  const stands = card.contains(element);
  if (stands && !isAtEnd) return;
  const point = mountPoint(card, mount);
  if (stands && !point) return;
  host.isAtEnd = point === null;
  if (!point) card.append(element);
  else if (!mount || 'append' in mount) point.append(element);
  else point.after(element);
}

export function removeHost(host: OverlayHost): void {
  host.element.remove();
  host.onChange?.('removed');
}
