import { describe, expect, test } from 'vitest';
import { maxFeedRows, pageEvents } from '#protocol/page-events.ts';
import { startTap } from '#tap/start.ts';
import { json, openTappedPage, serve } from './world.ts';

const tap = { urls: [/\/api\/items/] };
const body = '{"items":[{"name":"★ Karambit","price":1}]}';

/** Serves JSON: `?body=`, or with `?long=1` a text of three million letters. */
const shop = () =>
  serve(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://shop');
    json(response, searchParams.has('long') ? JSON.stringify('x'.repeat(3e6)) : (searchParams.get('body') ?? body));
  });

describe('answers before the content script listens', () => {
  test('are buffered, and sent once and in order', async () => {
    const origin = await shop();
    const world = openTappedPage(tap, origin, { listen: false });
    for (const at of [1, 2, 3]) await (await world.view.fetch(`${origin}/api/items?body=${at}`)).text();
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.answers).toEqual([]);
    world.send(pageEvents.listen);
    expect(world.answers.map((answer) => answer.split('\n')[1])).toEqual(['1', '2', '3']);
    world.send(pageEvents.listen);
    expect(world.answers).toHaveLength(3);
  });

  test('are limited to the last 40', async () => {
    const origin = await shop();
    const world = openTappedPage(tap, origin, { listen: false });
    for (let at = 0; at < 45; at++) await (await world.view.fetch(`${origin}/api/items?body=${at}`)).text();
    await new Promise((resolve) => setImmediate(resolve));
    world.send(pageEvents.listen);
    expect(world.answers.map((answer) => answer.split('\n')[1])).toEqual(
      Array.from({ length: 40 }, (_, at) => `${at + 5}`),
    );
  });
});

describe('a site that is switched off', () => {
  test('buffers little until it is switched on again', async () => {
    const origin = await shop();
    const world = openTappedPage(tap, origin);
    const ask = async (path = '/api/items') => (await world.view.fetch(`${origin}${path}`)).text();
    world.send(pageEvents.pause);
    await ask('/api/items?long=1');
    await ask();
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.answers).toEqual([]);
    world.send(pageEvents.listen);
    expect(world.answers.map((answer) => answer.split('\n')[1])).toEqual([body]);
  });

  test('clears the buffer on stop and copies nothing until the next listen', async () => {
    const origin = await shop();
    const world = openTappedPage(tap, origin, { listen: false });
    const ask = async () => (await world.view.fetch(`${origin}/api/items`)).text();
    await ask();
    world.send(pageEvents.stop);
    await ask();
    world.send(pageEvents.listen);
    expect(world.answers).toEqual([]);
    await ask();
    expect(await world.answer()).toContain(body);
  });
});

test('a tap that declares no answer leaves the page’s functions alone, until all answers are wanted', async () => {
  const origin = await shop();
  const { view, send, answer, answers } = openTappedPage({ state: () => [] }, origin);
  const { fetch, XMLHttpRequest } = view;
  const { open } = XMLHttpRequest.prototype;
  expect(fetch).toBe(globalThis.fetch);
  send(pageEvents.listenToAll);
  send(pageEvents.listenToAll);
  expect(await (await view.fetch(`${origin}/market/actions`)).text()).toBe(body);
  expect(await answer()).toBe(`${origin}/market/actions\n${body}`);
  expect(XMLHttpRequest.prototype.open).not.toBe(open);
  send(pageEvents.listen);
  await (await view.fetch(`${origin}/market/actions`)).text();
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([]);
});

test('a stopped tap reads no body', async () => {
  let copies = 0;
  const response = Object.defineProperty(Response.json(1), 'clone', { value: () => copies++ });
  const { view } = openTappedPage({}, 'http://127.0.0.1');
  view.fetch = () => Promise.resolve(response);
  const world = openTappedPage(tap, 'http://127.0.0.1', { view });
  await world.view.fetch('http://127.0.0.1/api/items');
  expect(copies).toBe(1);
  world.send(pageEvents.stop);
  await world.view.fetch('http://127.0.0.1/api/items');
  expect(copies).toBe(1);
});

describe('a page that replaces functions later', () => {
  test('is still copied, and its calls succeed', async () => {
    const origin = await shop();
    const { view, answer } = openTappedPage(tap, origin);
    const broken = (): never => {
      throw new Error('the page’s');
    };
    Object.assign(view, { CustomEvent: broken });
    Object.assign(view.JSON, { stringify: broken });
    Object.assign(view.document, { dispatchEvent: broken });
    const { apply } = Reflect;
    Object.assign(Reflect, { apply: broken });
    const asked = attempt(() => view.fetch(`${origin}/api/items`));
    Object.assign(Reflect, { apply });
    expect(await (await asked())?.text()).toBe(body);
    expect(await answer()).toContain(body);
  });

  test('does not get its own `then` called', async () => {
    const promise = Promise.resolve(Response.json(1));
    const { view } = openTappedPage({}, 'http://127.0.0.1');
    view.fetch = () => promise;
    const world = openTappedPage(tap, 'http://127.0.0.1', { view });
    Object.defineProperty(promise, 'then', {
      get: () => {
        throw new Error('the page’s');
      },
    });
    expect(world.view.fetch('http://127.0.0.1/api/items')).toBe(promise);
    expect(await world.answer()).toBe('http://127.0.0.1/api/items\n1');
  });

  test('cannot put traps into the wrapper through Object.prototype', () => {
    const { view } = openTappedPage(tap, 'http://127.0.0.1');
    const trap = () => 'trapped';
    Object.defineProperty(Object.prototype, 'get', { value: trap, configurable: true });
    const { name } = view.fetch;
    // @ts-expect-error: it is there
    delete Object.prototype.get;
    expect(name).toBe('fetch');
  });

  test('gets no error event when its prototypes throw in our handlers', async () => {
    const origin = await shop();
    const world = openTappedPage(tap, origin, { listen: false });
    const errors: unknown[] = [];
    world.view.addEventListener('error', (event) => errors.push(event));
    await (await world.view.fetch(`${origin}/api/items`)).text();
    await new Promise((resolve) => setImmediate(resolve));
    const { splice } = Array.prototype;
    let broken = 0;
    Array.prototype.splice = function (this: unknown[], ...args: [number, number]) {
      // Of the arrays in this process, the page's own prototype is only ours and its own.
      if (!String(this[0]).startsWith(origin)) return splice.apply(this, args);
      broken++;
      throw new Error('the page’s');
    };
    world.send(pageEvents.listen);
    Array.prototype.splice = splice;
    expect(broken).toBe(1);
    expect(errors).toEqual([]);
  });

  test('earlier sees no call of ours', () => {
    const { view } = openTappedPage({}, 'http://127.0.0.1');
    Object.defineProperty(view, 'JSON', { get: () => JSON.parse('no') });
    expect(() => startTap(tap, view)).not.toThrow();
  });

  test('with its own wrapper around ours gets all answers', async () => {
    const origin = await shop();
    const { view, answer } = openTappedPage(tap, origin);
    const ours = view.fetch;
    view.fetch = async (...args) => ours(...args);
    expect(await (await view.fetch(`${origin}/api/items`)).text()).toBe(body);
    expect(await answer()).toContain(body);
  });
});

/** Calls a function and returns its outcome, to be read once the prototypes are restored. */
function attempt<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

describe('framework state', () => {
  const rows = [{ key: 'a', item: 'AK-47 | Redline (Field-Tested)' }];
  const ask = (state: () => never[] | { key: string }[]) => {
    const world = openTappedPage({ state }, 'http://127.0.0.1');
    world.send(pageEvents.requestState);
    return world;
  };

  test('is read on request only', () => {
    const world = ask(() => rows);
    expect(world.states.map((state) => JSON.parse(state))).toEqual([rows]);
    world.send(pageEvents.stop);
    world.send(pageEvents.requestState);
    expect(world.states).toHaveLength(1);
  });

  test('that cannot be read or serialised causes no error', () => {
    const round: { key: string; self?: unknown } = { key: 'a' };
    round.self = round;
    const thrower = () => {
      throw new Error('a getter of the page');
    };
    for (const state of [thrower, () => [round]]) {
      const world = openTappedPage({ state }, 'http://127.0.0.1');
      const errors: unknown[] = [];
      world.view.addEventListener('error', (event) => errors.push(event));
      world.send(pageEvents.requestState);
      expect([world.states, errors]).toEqual([[], []]);
    }
  });

  test('is cut to the limit of rows', () => {
    const [state = ''] = ask(() => Array(maxFeedRows + 1).fill({ key: 'a' })).states;
    expect(JSON.parse(state)).toHaveLength(maxFeedRows);
  });
});
