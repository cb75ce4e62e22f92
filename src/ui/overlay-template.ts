import type { ReferenceMarket } from '#core/markets.ts';
import { el } from '#ui/element.ts';
import { shapedMark } from '#ui/market-mark.ts';
import type { OverlayRow } from '#ui/overlay-model.ts';
import type { PhraseText } from '#ui/overlay-words.ts';

/** Writes a text in its place; `undefined`: there is none. */
type Put = (value: string | undefined) => void;

/** What a row says of the difference, in parts of which the last are left out first where there is no room. */
export interface RowMark {
  readonly tone: string;
  readonly parts: readonly string[];
}

interface RowForm {
  readonly element: HTMLElement;
  readonly fill: (row: OverlayRow, price: string | undefined) => void;
  readonly rowMark: (verdict: RowMark | undefined) => void;
}

interface SayingForm {
  readonly element: HTMLElement;
  readonly say: (saying: PhraseText) => void;
}

/**
 * One overlay that is in no document: it is filled in for each card, and its copy stands there. Firefox puts a wrapper
 * around each node of a page that a content script touches; so the few nodes of this one have theirs, and the many of
 * the copies need none.
 */
export interface OverlayTemplate {
  readonly button: HTMLElement;
  readonly kind: Put;
  /** A text, though laying it out costs: an `aria-label` has to hold word for word what is seen (WCAG 2.5.3). */
  readonly spoken: Put;
  readonly rows: readonly RowForm[];
  /** Deal, reason and rate, which are the same on nearly all cards of a page, and the age. */
  readonly why: HTMLElement;
  readonly age: SayingForm;
  readonly measured: Put;
  readonly level: Put;
  readonly liquidity: Put;
  /** What `why` says now. */
  said: string;
}

let last: (OverlayTemplate & { readonly name: string }) | undefined;

/** The form of the document's overlays that have these rows, which are the same until the settings change. */
export function templateFor(markets: readonly ReferenceMarket[]): OverlayTemplate {
  const name = markets.join();
  if (last?.name !== name || last.button.ownerDocument !== document) last = { ...createForm(markets), name };
  return last;
}

/** The style sheet reckons with as many. */
const usualRows = 3;

function createForm(markets: readonly ReferenceMarket[]): OverlayTemplate {
  const spoken = el('span', { class: 'spoken' });
  const rows = markets.map(createRow);
  const why = el('span', { class: 'why' });
  const level = el('span');
  const liquidity = el('span', { class: 'liquidity' }, el('span', { class: 'bar' }, level));
  const foot = el('span', { class: 'foot', 'aria-hidden': 'true' }, why);
  const button = el(
    'button',
    { type: 'button', 'aria-haspopup': 'dialog' },
    spoken,
    el('span', { class: 'rows', 'aria-hidden': 'true' }, ...rows.map(({ element }) => element)),
    foot,
  );
  if (rows.length !== usualRows) button.style.setProperty('--rows', String(rows.length));
  return {
    button,
    kind: attribute(button, 'class'),
    spoken: words(spoken),
    rows,
    why,
    age: saying(el('span')),
    measured: changed((value) => (value === undefined ? liquidity.remove() : foot.append(liquidity))),
    level: changed((value = '') => level.style.setProperty('width', value)),
    liquidity: words(liquidity),
    said: '',
  };
}

function createRow(market: ReferenceMarket): RowForm {
  const place = el('span', { class: 'price' });
  const diff = el('span', { class: 'diff' });
  const element = el('span', { class: 'row', 'data-market': market }, shapedMark(market), place, diff);
  const cents = attribute(element, 'data-cents');
  const tenths = attribute(element, 'data-diff');
  const price = words(place);
  const look = attribute(place, 'class');
  const tone = attribute(diff, 'class');
  const parts = mostParts.map(() => part(diff));
  return {
    element,
    fill: (row, shown) => {
      cents(row.cents?.toString());
      tenths(row.diff?.toFixed(1));
      price(shown);
      look(row.cents === undefined ? 'price mute' : 'price');
    },
    rowMark: (verdict) => {
      tone(verdict ? `diff ${verdict.tone}` : 'diff');
      for (const [at, part] of parts.entries()) part(verdict?.parts[at]);
    },
  };
}

/** A verdict has no more. */
const mostParts = [0, 1, 2];

/** An element with a text, behind those before it, which is there only while there is a text. */
function part(row: HTMLElement): Put {
  const element = el('span');
  const write = words(element);
  const there = changed((value) => (value === undefined ? element.remove() : row.append(element)));
  return (value) => {
    there(value && '');
    write(value);
  };
}

/** Writes only what is not there yet. */
function changed(write: Put): Put {
  let last: string | undefined;
  return (value) => {
    if (value !== last) write(value);
    last = value;
  };
}

const attribute = (element: Element, name: string): Put =>
  changed((value) => (value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value)));

/** Behind what stands in the element. */
function words(element: Element): Put {
  const node = document.createTextNode('');
  element.append(node);
  return changed((value = '') => {
    node.data = value;
  });
}

function saying(element: HTMLElement): SayingForm {
  const title = attribute(element, 'title');
  const shown = words(element);
  return {
    element,
    say: (saying) => {
      title(saying.title);
      shown(saying.text);
    },
  };
}
