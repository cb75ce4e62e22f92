import type { Mount, Reading } from '#core/site.ts';
import { show } from '#ui/element.ts';
import { overlay, skeleton } from '#ui/overlay.ts';
import type { OverlayAppearance, OverlayModel } from '#ui/overlay-model.ts';
import { overlayStyle } from '#ui/overlay-style.ts';

/** The element that each recognised card gets; other programs rely on its name and attributes. */
export const hostName = 'skinlens-prices';

/** An overlay in a card. */
export interface Host {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** It shows prices, fresh or old. */
  priced: boolean;
  /** What it says, once something was drawn. */
  said: Said | undefined;
  /** Hears when it shows something else, and when it goes. */
  watch: ((what: 'drawn' | 'gone') => void) | undefined;
}

/** What an overlay shows, for the comparison that opens from it. */
export interface Said {
  readonly reading: Reading;
  readonly model: OverlayModel;
  readonly look: OverlayAppearance;
}

/** Most overlays are drawn once, so what is compared is put into text only then. */
const isSame = (one: Said | undefined, other: Said): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** By node, and not by element: to ask a node of the page what it is costs Firefox more than to look it up. */
const ours = new WeakMap<EventTarget, Host | undefined>();
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Whether this script made the element; the page can clone one of ours, or make its own. */
export const isOurs = (node: Node): boolean => ours.has(node);

/** The overlay that an element of the page is the host of. */
export const hostOf = (node: EventTarget | null): Host | undefined => (node ? ours.get(node) : undefined);

/** Makes the element of the comparison known as ours, so that nobody takes it for a change of the page. */
export const claim = (element: Element): void => void ours.set(element, undefined);

/** What stands in a card until its prices come; it is no host, for it has no state. */
export const waitName = 'skinlens-wait';

/** Makes a host that is in no document yet. */
export function createHost(document: Document, name = hostName): Host {
  const element = document.createElement(name);
  const root = element.attachShadow({ mode: 'open' });
  style(document, root, overlayStyle);
  const host: Host = { element, root, priced: false, said: undefined, watch: undefined };
  ours.set(element, host);
  return host;
}

/** One constructed sheet for all shadow roots of a page; a style element where the browser refuses that here. */
export function style(document: Document, root: ShadowRoot, css: string): void {
  try {
    root.adoptedStyleSheets = [sheetOf(document, css)];
  } catch {
    const element = document.createElement('style');
    element.textContent = css;
    root.append(element);
  }
}

function sheetOf(document: Document, css: string): CSSStyleSheet {
  const made = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, made);
  const known = made.get(css);
  if (known) return known;
  const Sheet = document.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const sheet = new Sheet();
  sheet.replaceSync(css);
  made.set(css, sheet);
  return sheet;
}

/** Shows a model in a host; the same model twice costs nothing. */
export function draw(host: Host, reading: Reading, model: OverlayModel, look: OverlayAppearance): void {
  if (isSame(host.said, { reading, model, look })) return;
  host.priced = model.state === 'ready' || model.state === 'stale';
  describe(host, {
    'data-item': reading.item,
    'data-phase': reading.phase,
    'data-state': model.state,
    'data-listing': reading.listing?.amount,
    'data-currency': reading.listing?.currency,
    'data-theme': look.theme,
    'data-deal': model.deal ? '' : undefined,
    'data-density': look.density === 'normal' ? undefined : look.density,
  });
  host.said = { reading, model, look };
  show(host.root, overlay(reading.item, model, look.difference));
  host.watch?.('drawn');
}

/** Makes what shows that prices are on their way. */
export function createWait(document: Document, { theme, density }: OverlayAppearance): Host {
  const host = createHost(document, waitName);
  describe(host, { 'data-theme': theme, 'data-density': density });
  show(host.root, skeleton());
  return host;
}

/** Sets the attributes of a host; one that was never drawn has none yet. */
function describe({ element, said }: Host, attributes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) said && element.removeAttribute(name);
    else if (!said || element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/**
 * Puts a host in its place in a card, or leaves it where it is in there: others may have put nodes of theirs between.
 * Answers `false` when the card has no such place.
 */
export function place({ element }: Host, card: Element, mount: Mount): boolean {
  // A new one is nowhere, and is asked for no more than this.
  if (element.parentNode && card.contains(element)) return true;
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
  host.watch?.('gone');
}
