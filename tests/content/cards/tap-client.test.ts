import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToTap, restTap } from '#content/cards/tap-client.ts';
import { defineSite, type Row } from '#core/site.ts';
import { encodeAnswerEvent, pageEvents } from '#protocol/page-events.ts';

const items = /^https:\/\/x\.example\/items/;

const site = (state?: () => Row[]) =>
  defineSite({
    id: 'x',
    name: 'X',
    matches: [],
    pages: [],
    feeds: [
      {
        url: items,
        read: (body) => {
          if (!Array.isArray(body)) throw new TypeError('no list');
          return body;
        },
      },
    ],
    tap: { urls: [items], state },
  });

/** A document of events alone, with both ends of it: what the content script learns, and what the page's end is told. */
function openEnd(of = site()) {
  const target = new EventTarget();
  const told: string[] = [];
  for (const name of [pageEvents.listen, pageEvents.requestState, pageEvents.pause, pageEvents.stop])
    target.addEventListener(name, () => told.push(name));
  const learned: (readonly Row[])[] = [];
  const stop = new AbortController();
  // @ts-expect-error: of a document, only its events are used
  const end = listenToTap(of, target, (rows) => learned.push(rows), stop.signal);
  const send = (name: string, detail: unknown) => target.dispatchEvent(new CustomEvent(name, { detail }));
  const answer = (url: string, body: unknown) => send(pageEvents.answer, encodeAnswerEvent(url, JSON.stringify(body)));
  return { target, told, learned, stop, end, send, answer };
}

describe('the content script’s end', () => {
  test('listens at once, and tells the page’s end to stop when it ends', () => {
    const { told, stop, learned, answer } = openEnd();
    expect(told).toEqual([pageEvents.listen]);
    stop.abort();
    expect(told).toEqual([pageEvents.listen, pageEvents.stop]);
    answer('https://x.example/items', [{ key: 'a' }]);
    expect(learned).toEqual([]);
  });

  test('says nothing to a page of a site without a tap', () => {
    const { told, end, stop } = openEnd(defineSite({ ...site(), tap: undefined }));
    end.readState();
    stop.abort();
    expect(told).toEqual([]);
  });

  test('can let a tap rest that nobody listens to', () => {
    const { target, told } = openEnd();
    // @ts-expect-error: of a document, only its events are used
    const document: Document = target;
    restTap(document);
    expect(told).toEqual([pageEvents.listen, pageEvents.pause]);
  });

  test('learns the rows of an answer by its address', () => {
    const { learned, answer, end } = openEnd();
    answer('https://x.example/items?page=1', [{ key: 'a', item: 'AK-47' }, 'x', { key: '' }]);
    answer('https://y.example/items', [{ key: 'b' }]);
    expect(learned.flat()).toMatchObject([{ key: 'a', item: 'AK-47' }]);
    expect(end.unread()).toBe(0);
  });

  test('counts an answer that the adapter cannot read', () => {
    const { learned, answer, end } = openEnd();
    answer('https://x.example/items', { other: 'shape' });
    expect([learned.flat(), end.unread()]).toEqual([[], 1]);
    answer('https://x.example/items', [{ key: 'a' }]);
    expect([learned.flat().length, end.unread()]).toEqual([1, 1]);
  });

  test.each([undefined, null, 5, {}, [], 'x', '\n', 'https://x.example/items\n{', '[{"key":"a"}]'])(
    'learns nothing from a forged answer: %j',
    (detail) => {
      const { learned, send, target } = openEnd();
      send(pageEvents.answer, detail);
      send(pageEvents.state, typeof detail === 'string' ? detail.replace(/^\[.*/, '') : detail);
      target.dispatchEvent(new Event(pageEvents.answer));
      expect(learned.flat()).toEqual([]);
    },
  );
});

describe('state', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asked = (told: readonly string[]) => told.filter((name) => name === pageEvents.requestState).length;

  test('is asked for at once and, as a framework takes over late, four times more', () => {
    const { told, end } = openEnd(site(() => []));
    end.readState();
    expect(asked(told)).toBe(1);
    vi.advanceTimersByTime(250);
    expect(asked(told)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(5);
  });

  test('starts over when asked for again, and ends with the signal', () => {
    const { told, end, stop } = openEnd(site(() => []));
    for (let at = 0; at < 100; at++) end.readState();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(104);
    end.readState();
    stop.abort();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(105);
  });

  test('is not asked for where the adapter reads none', () => {
    const { told, end } = openEnd();
    end.readState();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(0);
  });

  test('that is the same as before teaches nothing new', () => {
    const { learned, send } = openEnd(site(() => []));
    const rows = JSON.stringify([{ key: 'a', item: 'AK-47' }]);
    send(pageEvents.state, rows);
    send(pageEvents.state, rows);
    expect(learned).toHaveLength(1);
    send(pageEvents.state, JSON.stringify([{ key: 'a', item: 'AWP' }]));
    expect(learned).toHaveLength(2);
  });
});
