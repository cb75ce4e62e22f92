import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineSite, type Row } from '#core/site.ts';
import { connectTap, pauseTap } from '#page/cards/tap-client.ts';
import { encodeAnswerEvent, pageEvents } from '#protocol/page-events.ts';

const items = /^https:\/\/x\.example\/items/;

const site = (state = false) =>
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
    tapped: { state },
  });

/** A tap client on a bare event target: the rows that it adds, and the events that it sends to the tap. */
function openClient(of = site()) {
  const target = new EventTarget();
  const told: string[] = [];
  for (const name of [pageEvents.listen, pageEvents.requestState, pageEvents.pause, pageEvents.stop])
    target.addEventListener(name, () => told.push(name));
  const added: (readonly Row[])[] = [];
  const stop = new AbortController();
  // @ts-expect-error: of a document, only its events are used
  const end = connectTap(of, target, (rows) => added.push(rows), stop.signal);
  const send = (name: string, detail: unknown) => target.dispatchEvent(new CustomEvent(name, { detail }));
  const answer = (url: string, body: unknown) => send(pageEvents.answer, encodeAnswerEvent(url, JSON.stringify(body)));
  return { target, told, added, stop, end, send, answer };
}

describe('the tap client', () => {
  test('listens at once, and stops the tap when it ends', () => {
    const { told, stop, added, answer } = openClient();
    expect(told).toEqual([pageEvents.listen]);
    stop.abort();
    expect(told).toEqual([pageEvents.listen, pageEvents.stop]);
    answer('https://x.example/items', [{ key: 'a' }]);
    expect(added).toEqual([]);
  });

  test('sends nothing on a site without a tap', () => {
    const { told, end, stop } = openClient(defineSite({ ...site(), tapped: undefined }));
    end.readState();
    stop.abort();
    expect(told).toEqual([]);
  });

  test('can pause a tap', () => {
    const { target, told } = openClient();
    // @ts-expect-error: of a document, only its events are used
    const document: Document = target;
    pauseTap(document);
    expect(told).toEqual([pageEvents.listen, pageEvents.pause]);
  });

  test('reads the rows of an answer by its address', () => {
    const { added, answer, end } = openClient();
    answer('https://x.example/items?page=1', [{ key: 'a', item: 'AK-47' }, 'x', { key: '' }]);
    answer('https://y.example/items', [{ key: 'b' }]);
    expect(added.flat()).toMatchObject([{ key: 'a', item: 'AK-47' }]);
    expect(end.unread()).toBe(0);
  });

  test('keeps few answers while the adapter reads, and many for a reader that may start', () => {
    const { answer, end } = openClient();
    const received = () => {
      const texts: string[] = [];
      end.passAnswers((json) => texts.push(json));
      end.passAnswers(undefined);
      return texts;
    };
    const send = (count: number) => {
      for (let at = 0; at < count; at++) answer(`https://x.example/items?page=${at}`, ['x'.repeat(100_000), at]);
    };
    send(15);
    expect(received().length).toBe(15);
    end.keepAnswers(false);
    send(15);
    expect(received().length).toBe(1);
    // The adapter fails from now on: the reader gets the few that are kept, and what comes.
    end.keepAnswers(true);
    send(15);
    const later = received();
    expect(later.length).toBe(16);
    expect(later[0]).toBe(later.at(-1));
    end.keepAnswers(false);
    expect(received().length).toBe(1);
  });

  test('reads nothing from an answer nested 1,000,000 deep, and does not throw', () => {
    const { added, send, end } = openClient();
    send(pageEvents.answer, encodeAnswerEvent('https://x.example/items', '['.repeat(1_000_000)));
    expect([added.flat(), end.unread()]).toEqual([[], 0]);
  });

  test.each([
    undefined,
    null,
    5,
    {},
    [],
    'x',
    '\n',
    'https://x.example/items\n{',
    'https://x.example/items\n',
    '[{"key":"a"}]',
  ])('reads nothing from a forged answer: %j', (detail) => {
    const { added, send, target } = openClient();
    send(pageEvents.answer, detail);
    send(pageEvents.state, typeof detail === 'string' ? detail.replace(/^\[.*/, '') : detail);
    target.dispatchEvent(new Event(pageEvents.answer));
    expect(added.flat()).toEqual([]);
  });
});

describe('state', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asked = (told: readonly string[]) => told.filter((name) => name === pageEvents.requestState).length;

  test('is requested at once and four more times, because a framework may hydrate late', () => {
    const { told, end } = openClient(site(true));
    end.readState();
    expect(asked(told)).toBe(1);
    vi.advanceTimersByTime(250);
    expect(asked(told)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(5);
  });

  test('starts the series over at a new request, and ends with the signal', () => {
    const { told, end, stop } = openClient(site(true));
    for (let at = 0; at < 100; at++) end.readState();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(104);
    end.readState();
    stop.abort();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(105);
  });

  test('is not requested when the adapter reads none', () => {
    const { told, end } = openClient();
    end.readState();
    vi.advanceTimersByTime(60_000);
    expect(asked(told)).toBe(0);
  });

  test('that has not changed brings no rows', () => {
    const { added, send } = openClient(site(true));
    const rows = JSON.stringify([{ key: 'a', item: 'AK-47' }]);
    send(pageEvents.state, rows);
    send(pageEvents.state, rows);
    expect(added).toHaveLength(1);
    send(pageEvents.state, JSON.stringify([{ key: 'a', item: 'AWP' }]));
    expect(added).toHaveLength(2);
  });
});
