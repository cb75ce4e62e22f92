import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeHost } from '#page/cards/overlay-host.ts';
import { messageSourceOf } from '../../messages.ts';
import { view } from '../sample-page.ts';
import { openCards, scroll } from './panel-page.ts';

const { getMessage, uiLanguage } = messageSourceOf('en');
Object.assign(globalThis, { chrome: { i18n: { getMessage, getUILanguage: () => uiLanguage } } });
const { startPanel } = await import('#page/panel/triggers.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const page = openCards('AK', 'AWP');
  const [ak, awp] = page.cards;
  const text = page.document.querySelector('p');
  if (!ak || !awp || !text) throw new Error('no page');
  const switchedOff = new AbortController();
  const panel = startPanel(view, page.lookup, page.environment, switchedOff.signal);
  const point = (to: Element, pointerType = 'mouse') =>
    to.dispatchEvent(new page.window.PointerEvent('pointerover', { bubbles: true, pointerType }));
  /** A click of the mouse, or of a key (0). Answers whether the page got it. */
  const click = (to: Element, detail = 1) =>
    to.dispatchEvent(new page.window.MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  const press = (key: string, at: Element) =>
    at.dispatchEvent(new page.window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const hover = async (to: Element) => {
    point(to);
    await vi.advanceTimersByTimeAsync(200);
  };
  const leave = async () => {
    point(text);
    await vi.advanceTimersByTimeAsync(300);
  };
  return { ...page, ak, awp, text, panel, point, click, press, hover, leave, switchOff: () => switchedOff.abort() };
}

test('the pointer opens a panel where it rests, and closes it when it leaves overlay and panel', async () => {
  const { ak, awp, hover, leave, point, shown, document } = open();
  point(ak.host.element);
  await vi.advanceTimersByTimeAsync(100);
  point(awp.host.element);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toBe('AWP');
  await hover(ak.host.element);
  expect(shown()).toBe('AK');
  point(document.body);
  await vi.advanceTimersByTimeAsync(200);
  point(document.querySelector('skinlens-panel') ?? document.body);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBe('AK');
  await leave();
  expect(shown()).toBeNull();
});

test('a pointer that only passes by opens no panel, and a finger opens none by pointing', async () => {
  const { ak, point, text, shown } = open();
  point(ak.host.element);
  await vi.advanceTimersByTimeAsync(100);
  point(text);
  await vi.advanceTimersByTimeAsync(1000);
  point(ak.host.element, 'touch');
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBeNull();
});

test('a pointer that leaves while details are loaded opens no panel', async () => {
  const { ak, environment, point, text, shown } = open();
  const late = Promise.withResolvers<[]>();
  Object.assign(environment, { details: () => late.promise });
  point(ak.host.element);
  await vi.advanceTimersByTimeAsync(200);
  expect(shown()).toBeNull();
  point(text);
  late.resolve([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toBeNull();
});

test('a click keeps the panel open, does not reach the card, and a second one closes it', async () => {
  const { ak, awp, click, hover, leave, shown } = open();
  expect(click(ak.host.element)).toBe(false);
  await leave();
  await hover(awp.host.element);
  expect(shown()).toBe('AK');
  expect(click(ak.host.element)).toBe(false);
  expect(shown()).toBeNull();
  await hover(awp.host.element);
  expect(shown()).toBe('AWP');
});

test('a click elsewhere closes the panel and reaches the page', () => {
  const { ak, text, click, shown } = open();
  click(ak.host.element);
  expect(click(text)).toBe(true);
  expect(shown()).toBeNull();
});

test('a key opens the panel with the focus in it, and Escape closes it and returns the focus', () => {
  const { ak, click, press, shown, document } = open();
  click(ak.host.element, 0);
  expect(document.activeElement?.tagName).toBe('SKINLENS-PANEL');
  expect(press('Escape', document.activeElement ?? ak.card)).toBe(false);
  expect(shown()).toBeNull();
  expect(document.activeElement).toBe(ak.host.element);
  expect(press('Escape', ak.card)).toBe(true);
});

test('the focus closes the panel when it goes elsewhere in the page', () => {
  const { ak, awp, click, shown, document } = open();
  click(ak.host.element, 0);
  ak.host.root.querySelector('button')?.focus();
  expect(shown()).toBe('AK');
  click(ak.host.element, 0);
  click(ak.host.element, 0);
  expect(document.activeElement?.tagName).toBe('SKINLENS-PANEL');
  awp.host.root.querySelector('button')?.focus();
  expect(shown()).toBeNull();
});

test.each<[string, (page: ReturnType<typeof open>) => void]>([
  ['its card shows another item', ({ ak }) => removeHost(ak.host)],
  [
    'its card was scrolled away and back',
    ({ ak, document, window }) => {
      scroll(ak.host.element, true);
      document.dispatchEvent(new window.Event('scroll'));
      scroll(ak.host.element, false);
    },
  ],
  [
    'it was closed by its own button',
    ({ document }) =>
      document.querySelector('skinlens-panel')?.shadowRoot?.querySelector<HTMLElement>('[data-act="close"]')?.click(),
  ],
])('after a click, the pointer opens and closes panels again when %s', async (_, end) => {
  const page = open();
  page.click(page.ak.host.element);
  expect(page.shown()).toBe('AK');
  end(page);
  expect(page.shown()).toBeNull();
  page.ak.card.append(page.ak.host.element);
  await page.hover(page.ak.host.element);
  expect(page.shown()).toBe('AK');
  await page.leave();
  expect(page.shown()).toBeNull();
  await page.hover(page.awp.host.element);
  expect(page.shown()).toBe('AWP');
});

test('a click on an overlay without prices pins nothing', async () => {
  const { ak, awp, click, hover, leave, shown } = open();
  ak.draw('unknown');
  click(ak.host.element);
  expect(shown()).toBeNull();
  await hover(awp.host.element);
  expect(shown()).toBe('AWP');
  await leave();
  ak.draw('ready');
  await hover(ak.host.element);
  expect(shown()).toBe('AK');
  await leave();
  expect(shown()).toBeNull();
});

test('the pointer near a card adds tooltips to its overlay, and shows it where it is hidden until then', () => {
  const { ak, awp, point } = open();
  const title = () => ak.host.root.querySelector('[data-market="buff163"]')?.getAttribute('title');
  ak.host.element.setAttribute('data-density', 'hover');
  expect(title()).toBeNull();
  point(ak.card);
  expect(title()).toMatch(/^BUFF163 /);
  expect(ak.host.element.hasAttribute('data-near')).toBe(true);
  ak.draw('dear');
  expect(title()).toBeNull();
  point(ak.card);
  expect(title()).toMatch(/^BUFF163 /);
  point(awp.card);
  expect(ak.host.element.hasAttribute('data-near')).toBe(false);
});

test('the event that loaded the panel is replayed', async () => {
  const { ak, panel, shown, window, leave } = open();
  // The event was heard before the panel listened.
  const heard = async (event: Event) => {
    window.addEventListener(event.type, () => panel.replay(event), { once: true, capture: true });
    ak.host.element.dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(200);
  };
  await heard(new window.PointerEvent('pointerover', { pointerType: 'mouse' }));
  expect(shown()).toBe('AK');
  await leave();
  await heard(new window.MouseEvent('click', { bubbles: false }));
  await leave();
  expect(shown()).toBe('AK');
});

test('switched off, the panel is gone and nothing opens it', async () => {
  const { ak, click, hover, shown, switchOff } = open();
  click(ak.host.element);
  switchOff();
  expect(shown()).toBeNull();
  expect(click(ak.host.element)).toBe(true);
  await hover(ak.host.element);
  expect(shown()).toBeNull();
});

test('no gesture in a panel reaches the page, and one beside it does', () => {
  const { ak, text, click, document, window } = open();
  click(ak.host.element);
  const inPanel = document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('button');
  if (!inPanel) throw new Error('no panel');
  const names = 'pointerdown pointerup mousedown mouseup touchstart touchend keyup dblclick auxclick'.split(' ');
  const heard: string[] = [];
  for (const name of names)
    for (const on of [ak.card, document.body]) on.addEventListener(name, () => heard.push(name));
  const make = (to: Element) => (name: string) =>
    to.dispatchEvent(new window.Event(name, { bubbles: true, composed: true, cancelable: true }));
  expect(names.filter((name) => !make(inPanel)(name))).toEqual([]);
  expect(heard).toEqual([]);
  names.forEach(make(text));
  expect(heard).toEqual(names);
});
