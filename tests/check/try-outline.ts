import { JSDOM } from 'jsdom';
import type { CardReading, PageType, Rows } from '#core/site.ts';

/** What one kind of page makes of an outline. */
export interface Trial {
  /** The path pattern's source. */
  readonly kind: string;
  readonly isCard: boolean;
  readonly hasMount: boolean;
  /** Every selector and attribute that `read` asked for, and whether it found something. */
  readonly asked: readonly { readonly what: string; readonly found: boolean }[];
  /** Keys of rows that `read` asked for. */
  readonly keys: readonly string[];
  readonly result: CardReading | { readonly threw: string };
}

/** Lets one kind of page read an outline, and notes what the reader looks for. There are no rows. */
export function tryOutline(html: string, page: PageType): Trial {
  const { window } = new JSDOM('<!doctype html><template></template>');
  Object.assign(globalThis, { Element: window.Element, HTMLElement: window.HTMLElement, Node: window.Node });
  const template = window.document.querySelector('template');
  if (template) template.innerHTML = html;
  const card = template?.content.firstElementChild;
  if (!card) throw new Error('the outline holds no element');
  window.document.body.append(card);
  const selector = 'after' in page.mount ? page.mount.after : page.mount.append;
  const isCard = card.matches(page.card);
  const hasMount = selector === ':scope' || card.querySelector(selector) !== null;
  const asked = new Map<string, boolean>();
  recordQueries(window, (what, found) => asked.set(what, found || asked.get(what) === true));
  const keys: string[] = [];
  const result = readWith(page, card, { get: (key) => void keys.push(key) });
  return {
    kind: page.path.source,
    isCard,
    hasMount,
    asked: [...asked].map(([what, found]) => ({ what, found })),
    keys,
    result,
  };
}

function readWith(page: PageType, card: Element, rows: Rows): Trial['result'] {
  try {
    return page.read(card, rows);
  } catch (error) {
    return { threw: error instanceof Error ? error.message : String(error) };
  }
}

type Record = (what: string, found: boolean) => void;

/** Wraps the methods of a window's elements that readers use. */
function recordQueries({ Element }: JSDOM['window'], record: Record): void {
  const { querySelector, querySelectorAll, closest, matches, getAttribute, hasAttribute } = Element.prototype;
  Object.assign(Element.prototype, {
    querySelector(this: Element, selector: string) {
      const found = querySelector.call(this, selector);
      record(selector, found !== null);
      return found;
    },
    querySelectorAll(this: Element, selector: string) {
      const found = querySelectorAll.call(this, selector);
      record(selector, found.length > 0);
      return found;
    },
    closest(this: Element, selector: string) {
      const found = closest.call(this, selector);
      record(`closest ${selector}`, found !== null);
      return found;
    },
    matches(this: Element, selector: string) {
      const found = matches.call(this, selector);
      record(`is ${selector}`, found);
      return found;
    },
    getAttribute(this: Element, name: string) {
      record(`[${name}]`, hasAttribute.call(this, name));
      return getAttribute.call(this, name);
    },
  });
}
