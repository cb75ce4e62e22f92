import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { createHost, type OverlayHost } from '#page/cards/overlay-host.ts';
import { loadPanelOnDemand } from '#page/panel/load-panel.ts';

/** A card that is a link, with an overlay in it, and a panel that loads when the test lets it. */
function openPage() {
  const { window } = new JSDOM('<a href="#elsewhere"></a><p>text</p>', { url: 'https://sample.invalid/' });
  const { document } = window;
  const { Node, Element, AbortController, AbortSignal } = window;
  Object.assign(globalThis, { document, Node, Element, AbortController, AbortSignal });
  const host: OverlayHost = createHost(document);
  const card = document.querySelector('a');
  const text = document.querySelector('p');
  if (!card || !text) throw new Error('no page');
  card.append(host.element);
  const heard: string[] = [];
  const signal = new AbortController();
  let loads = 0;
  let loaded = Promise.withResolvers<void>();
  loadPanelOnDemand(
    document,
    {
      hostOf: (node) => (node === host.element ? host : undefined),
      hostAt: (node) => (card.contains(node) ? host : undefined),
    },
    async () => {
      loads++;
      await loaded.promise;
      return { show: () => undefined, refreshDetails: () => undefined, replay: ({ type }) => void heard.push(type) };
    },
    signal.signal,
  );
  const send = (to: Element, type: string) => {
    const event = new window.MouseEvent(type, { bubbles: true, cancelable: true });
    to.dispatchEvent(event);
    return event;
  };
  const settle = async () => {
    loaded.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** The load under way fails; the next one is another. */
  const fail = async () => {
    loaded.reject(new Error('no panel.js'));
    loaded = Promise.withResolvers<void>();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { card, text, host: host.element, heard, send, settle, fail, end: () => signal.abort(), loads: () => loads };
}

test('the panel is not loaded before the pointer is on a card', () => {
  const page = openPage();
  page.send(page.text, 'pointerover');
  page.send(page.text, 'click');
  expect(page.loads()).toBe(0);
  page.send(page.card, 'pointerover');
  page.send(page.card, 'pointerover');
  expect(page.loads()).toBe(1);
});

test('a click while the panel is being loaded opens it and does not reach the card', async () => {
  const page = openPage();
  page.send(page.host, 'pointerover');
  expect(page.send(page.host, 'click').defaultPrevented).toBe(true);
  page.send(page.host, 'pointerover');
  await page.settle();
  expect(page.heard).toEqual(['click']);
});

test('no gesture on an overlay reaches the card, before the panel is loaded and after', async () => {
  const page = openPage();
  const names = 'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup dblclick auxclick'.split(
    ' ',
  );
  const heard: string[] = [];
  for (const name of names) page.card.addEventListener(name, () => heard.push(name));
  const prevented = () => names.filter((name) => page.send(page.host, name).defaultPrevented);
  expect(prevented()).toEqual(['auxclick']);
  page.send(page.host, 'click');
  await page.settle();
  expect(prevented()).toEqual(['auxclick']);
  expect(heard).toEqual([]);
  for (const name of names) page.send(page.card, name);
  expect(heard).toEqual(names);
});

test('a click on the card beside the overlay reaches the card', () => {
  const page = openPage();
  expect(page.send(page.card, 'click').defaultPrevented).toBe(false);
  expect(page.loads()).toBe(0);
});

test('events pass once the panel is loaded, and after the overlays were switched off', async () => {
  const page = openPage();
  page.send(page.host, 'pointerover');
  await page.settle();
  expect(page.send(page.host, 'click').defaultPrevented).toBe(false);
  expect(page.heard).toEqual(['pointerover']);
  const other = openPage();
  other.end();
  expect(other.send(other.host, 'click').defaultPrevented).toBe(false);
  expect(other.loads()).toBe(0);
});

test('a panel that could not be loaded is loaded again at the next pointer or click', async () => {
  const page = openPage();
  page.send(page.host, 'click');
  await page.fail();
  page.send(page.card, 'pointerover');
  expect(page.loads()).toBe(2);
  await page.fail();
  expect(page.send(page.host, 'click').defaultPrevented).toBe(true);
  expect(page.loads()).toBe(3);
  await page.settle();
  expect(page.heard).toEqual(['click']);
});
