import type { ReferenceMarket } from '#core/markets.ts';
import { el } from '#ui/element.ts';
import { type ExitText, exitAttributes } from '#ui/exit-text.ts';
import { referenceMark } from '#ui/market-mark.ts';
import type { OverlayRow } from '#ui/overlay-model.ts';
import type { AttachedText, PriceText } from '#ui/overlay-words.ts';

/** Sets a text or an attribute; `undefined` removes it. */
type SetText = (value: string | undefined) => void;

/** The difference in a row. Where there is no room, the last parts are left out first. */
export interface RowMark {
  /** Class that gives the colour (src/ui/overlay-colours.ts). */
  readonly tone: string;
  readonly parts: readonly string[];
}

/** The change over 7 days in a row. */
export interface WeekMark {
  readonly tone: string;
  readonly text: string;
}

interface RowTemplate {
  readonly element: HTMLElement;
  readonly fill: (row: OverlayRow, price: PriceText | undefined, mark: RowMark | undefined, week?: WeekMark) => void;
  readonly setShown: (isShown: boolean) => void;
}

/**
 * Template that is filled per card and cloned. Firefox wraps every node that a content script touches; the clones of a
 * template have untouched nodes.
 */
export interface OverlayTemplate {
  readonly button: HTMLElement;
  readonly setClass: SetText;
  /** A hidden text. An `aria-label` would have to repeat the visible text word for word (WCAG 2.5.3). */
  readonly setLabel: SetText;
  readonly rows: readonly RowTemplate[];
  /** Sets the number of markets that are shown, and of more rows: of the exit value and of what is attached. */
  readonly setRows: (markets: number, more: number) => void;
  /** Fills the row of the exit value, the first one; `undefined` removes it. */
  readonly setExit: (exit: ExitText | undefined) => void;
  /** Fills the row of what is attached; `undefined` removes it. */
  readonly setAttached: (attached: AttachedText | undefined) => void;
  /** The notes of the foot, which are the same on nearly all cards of a page. */
  readonly notes: HTMLElement;
  /** Identifies the content of `notes`. */
  shownNotes: string;
  readonly showLiquidity: (shown: boolean) => void;
  readonly setBarWidth: SetText;
  readonly setLiquidity: SetText;
}

let last: (OverlayTemplate & { readonly name: string }) | undefined;

/** The template for overlays with these rows. Only a change of the settings makes another one necessary. */
export function templateFor(markets: readonly ReferenceMarket[]): OverlayTemplate {
  const name = markets.join();
  if (last?.name !== name || last.button.ownerDocument !== document) last = { ...createTemplate(markets), name };
  return last;
}

/** The number of markets that the style sheet assumes (`--markets`), with no more rows (`--more`). */
const usualMarkets = '3';

function createTemplate(markets: readonly ReferenceMarket[]): OverlayTemplate {
  const label = el('span', { class: 'spoken' });
  const rows = markets.map(createRow);
  const notes = el('span', { class: 'notes' });
  const level = el('span');
  const liquidity = el('span', { class: 'liquidity' }, el('span', { class: 'bar' }, level));
  const foot = el('span', { class: 'foot', 'aria-hidden': 'true' }, notes);
  const list = el('span', { class: 'rows', 'aria-hidden': 'true' }, ...rows.map(({ element }) => element));
  const button = el('button', { type: 'button', 'aria-haspopup': 'dialog' }, label, list, foot);
  const attached = createAttachedRow();
  const exit = createExitRow();
  const setCounts = ifChanged<string>((counts = '') => {
    const [markets = '', more = ''] = counts.split(' ');
    button.removeAttribute('style');
    if (markets !== usualMarkets) button.style.setProperty('--markets', markets);
    if (more !== '0') button.style.setProperty('--more', more);
  });
  return {
    button,
    setClass: attributeSetter(button, 'class'),
    setLabel: textSetter(label),
    rows,
    setRows: (markets, more) => setCounts(`${markets} ${more}`),
    setAttached: (shown) => {
      attached.fill(shown);
      if (shown) list.append(attached.element);
      else attached.element.remove();
    },
    setExit: (shown) => {
      exit.fill(shown);
      if (shown) list.prepend(exit.element);
      else exit.element.remove();
    },
    notes,
    shownNotes: '',
    showLiquidity: ifChanged((shown) => (shown ? foot.prepend(liquidity) : liquidity.remove())),
    setBarWidth: ifChanged((value = '') => level.style.setProperty('width', value)),
    setLiquidity: textSetter(liquidity),
  };
}

function createRow(market: ReferenceMarket): RowTemplate {
  const price = el('span', { class: 'price' });
  const diff = el('span', { class: 'diff' });
  const element = el('span', { class: 'row', 'data-market': market }, referenceMark(market), price, diff);
  const setCents = attributeSetter(element, 'data-cents');
  const setDiff = attributeSetter(element, 'data-diff');
  const setPrice = textSetter(price);
  const setWhole = attributeSetter(price, 'data-whole');
  const setPriceClass = attributeSetter(price, 'class');
  const setDiffClass = attributeSetter(diff, 'class');
  const setHidden = attributeSetter(element, 'hidden');
  const week = el('span', { class: 'week' });
  const setWeek = textSetter(week);
  const setWeekClass = attributeSetter(week, 'class');
  const showWeek = ifChanged<boolean>((shown) => (shown ? price.append(week) : week.remove()));
  const partSetters = Array.from({ length: maxParts }, () => partSetter(diff));
  return {
    element,
    setShown: (isShown) => setHidden(isShown ? undefined : ''),
    fill: (row, shown, mark, change) => {
      setCents(row.cents?.toString());
      setDiff(row.diff?.toFixed(1));
      setPrice(shown?.text);
      setWhole(shown?.whole);
      setPriceClass(`price ${row.cents === undefined ? 'mute' : ''} ${change ? 'weekly' : ''}`);
      setDiffClass(mark ? `diff ${mark.tone}` : 'diff');
      for (const [at, setPart] of partSetters.entries()) setPart(mark?.parts[at]);
      showWeek(change !== undefined);
      setWeek(change?.text);
      setWeekClass(`week ${change?.tone ?? ''}`);
    },
  };
}

/** The row of the exit value. A part without room wraps out of sight: the market's name first. */
function createExitRow() {
  const [lead, percent, market] = [el('span'), el('span', { class: 'percent' }), el('span', { class: 'at' })];
  const element = el('span', { class: 'row exit' }, lead, percent, market);
  const setClass = attributeSetter(element, 'class');
  const data = exitAttributes.map((name) => [name, attributeSetter(element, name)] as const);
  const parts = [textSetter(lead), textSetter(percent), textSetter(market)] as const;
  return {
    element,
    fill: (exit: ExitText | undefined): void => {
      setClass(`row exit ${exit?.tone ?? ''}`);
      parts[0](exit?.lead);
      parts[1](exit?.percent);
      parts[2](exit?.market);
      for (const [name, set] of data) set(exit?.data[name]);
    },
  };
}

/** The row of what is attached: the sum, and what the listing asks for it. */
function createAttachedRow() {
  const price = el('span', { class: 'price' });
  // Behind an empty part, a part without room wraps out of sight and is never cut.
  const sp = el('span');
  const mark = el('span', { class: 'mark attachment' }, '✦');
  const element = el('span', { class: 'row attached' }, mark, price, el('span', { class: 'diff mute' }, el('i'), sp));
  const setPrice = textSetter(price);
  const setSp = textSetter(sp);
  return {
    element,
    fill: (attached: AttachedText | undefined): void => {
      setPrice(attached?.text);
      setSp(attached?.sp);
    },
  };
}

/** Arrow, per cent, money. */
const maxParts = 3;

/** Returns a setter of a text whose element is in the row only while there is a text. */
function partSetter(row: HTMLElement): SetText {
  const element = el('span');
  const setText = textSetter(element);
  const show = ifChanged<boolean>((shown) => (shown ? row.append(element) : element.remove()));
  return (value) => {
    show(value !== undefined);
    setText(value);
  };
}

/** Wraps a setter; skips a value that equals the last one. */
function ifChanged<T>(write: (value: T | undefined) => void): (value: T | undefined) => void {
  let last: T | undefined;
  return (value) => {
    if (value !== last) write(value);
    last = value;
  };
}

const attributeSetter = (element: Element, name: string): SetText =>
  ifChanged((value) => (value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value)));

/** Adds a text node behind the element's children and returns its setter. */
function textSetter(element: Element): SetText {
  const node = document.createTextNode('');
  element.append(node);
  return ifChanged((value = '') => {
    node.data = value;
  });
}
