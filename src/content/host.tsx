import { render } from 'preact';
import type { Mount, Reading } from '#core/site.ts';
import { Overlay } from '#ui/overlay.tsx';
import type { OverlayModel } from '#ui/overlay-model.ts';
import { overlayStyle } from '#ui/overlay-style.ts';

/** The element that each recognised card gets; other programs rely on its name and attributes. */
export const hostName = 'skinlens-prices';

/** An overlay in a card. */
export interface Host {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** What it shows, to draw nothing twice. */
  drawn: string;
  /** It shows prices, fresh or old. */
  priced: boolean;
}

const ours = new WeakSet<Element>();
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Whether this script made the element; the page can clone one of ours, or make its own. */
export const isOurHost = (node: Node): boolean => node instanceof Element && ours.has(node);

/** Makes a host that is in no document yet. */
export function createHost(document: Document): Host {
  const element = document.createElement(hostName);
  const root = element.attachShadow({ mode: 'open' });
  style(document, root);
  ours.add(element);
  return { element, root, drawn: '', priced: false };
}

/** One constructed sheet for all shadow roots of a page; a style element where the browser refuses that here. */
function style(document: Document, root: ShadowRoot): void {
  try {
    root.adoptedStyleSheets = [sheetOf(document)];
  } catch {
    const element = document.createElement('style');
    element.textContent = overlayStyle;
    root.append(element);
  }
}

function sheetOf(document: Document): CSSStyleSheet {
  const known = sheets.get(document);
  if (known) return known;
  const Sheet = document.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const sheet = new Sheet();
  sheet.replaceSync(overlayStyle);
  sheets.set(document, sheet);
  return sheet;
}

/** Shows a model in a host; the same model twice costs nothing. */
export function draw(host: Host, reading: Reading, model: OverlayModel, theme: 'light' | 'dark'): void {
  const drawn = JSON.stringify([reading, model, theme]);
  if (drawn === host.drawn) return;
  host.drawn = drawn;
  host.priced = model.state === 'ready' || model.state === 'stale';
  describe(host.element, {
    'data-item': reading.item,
    'data-phase': reading.phase,
    'data-state': model.state,
    'data-listing': reading.listing?.amount,
    'data-currency': reading.listing?.currency,
    'data-theme': theme,
  });
  render(<Overlay model={model} />, host.root);
}

function describe(element: Element, attributes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/**
 * Puts a host in its place in a card, or leaves it where it is in there: others may have put nodes of theirs between.
 * Answers `false` when the card has no such place.
 */
export function place({ element }: Host, card: Element, mount: Mount): boolean {
  if (card.contains(element)) return true;
  if ('append' in mount) {
    const parent = mount.append === ':scope' ? card : card.querySelector(mount.append);
    parent?.append(element);
    return parent !== null;
  }
  const anchor = card.querySelector(mount.after);
  anchor?.after(element);
  return anchor !== null;
}

/** Takes an overlay out of the page. */
export function discard(host: Host): void {
  host.element.remove();
}
