import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { maxAnswerLength } from '#protocol/page-events.ts';
import { json, openTappedPage, serve } from './world.ts';

const tap = { urls: [/\/api\/items/] };
const body = '{"items":[{"name":"★ Karambit","price":1}]}';

/** Serves `?body=` as JSON, and responses that are no JSON or no success. */
const shop = () =>
  serve(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://shop');
    if (pathname === '/api/items/moved') response.writeHead(302, { location: '/api/items' }).end();
    else if (pathname === '/api/items/page') response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    else if (pathname === '/api/items/gone') response.writeHead(404, { 'content-type': 'application/json' }).end(body);
    else json(response, searchParams.get('body') ?? body);
  });

/** Waits until every earlier response was copied: answers come in the order in which responses end. */
async function nothingBut({ view, answer }: ReturnType<typeof openTappedPage>, origin: string): Promise<void> {
  await (await view.fetch(`${origin}/api/items?body="last"`)).text();
  expect(await answer()).toBe(`${origin}/api/items?body=%22last%22\n"last"`);
}

describe('an answer that an adapter declares', () => {
  test('is sent with its address, and the page reads its own copy', async () => {
    const origin = await shop();
    const { view, answer } = openTappedPage(tap, origin);
    const response = await view.fetch(`${origin}/api/items?page=2`);
    expect(await response.text()).toBe(body);
    expect(await answer()).toBe(`${origin}/api/items?page=2\n${body}`);
  });

  test('is recognised by a relative address, a URL and a Request', async () => {
    const origin = await shop();
    const heard: string[] = [];
    // Node's fetch has no base address, so the page's fetch makes addresses absolute.
    const { view, answer } = openTappedPage(tap, origin, { view: relative(origin) });
    for (const input of ['/api/items', new URL(`${origin}/api/items`), new Request(`${origin}/api/items`)]) {
      await (await view.fetch(input)).json();
      heard.push(await answer());
    }
    expect(heard).toEqual(Array(3).fill(`${origin}/api/items\n${body}`));
  });

  test('has the address after redirects', async () => {
    const origin = await shop();
    const { view, answer } = openTappedPage(tap, origin);
    await (await view.fetch(`${origin}/api/items/moved`)).text();
    expect(await answer()).toBe(`${origin}/api/items\n${body}`);
  });

  test('is copied even if the page never reads it', async () => {
    const origin = await shop();
    const { view, answer } = openTappedPage(tap, origin);
    const response = await view.fetch(`${origin}/api/items`);
    expect(await answer()).toContain(body);
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual(JSON.parse(body));
  });
});

function relative(origin: string) {
  const view = openTappedPage({}, origin).view;
  view.fetch = (input, init) => fetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  return view;
}

describe('any other answer', () => {
  test.each(['/other', '/api/items/page', '/api/items/gone'])('is not copied: %s', async (path) => {
    const origin = await shop();
    const world = openTappedPage(tap, origin);
    expect(await (await world.view.fetch(origin + path)).text()).toBe(body);
    await nothingBut(world, origin);
  });

  test('is not touched', async () => {
    const { view } = openTappedPage({}, 'http://127.0.0.1');
    const thenable = Object.assign(Promise.resolve(new Response('')), { constructor: undefined });
    view.fetch = () => thenable;
    const world = openTappedPage(tap, 'http://127.0.0.1', { view });
    expect(world.view.fetch('http://127.0.0.1/other')).toBe(thenable);
    expect(world.answers).toEqual([]);
  });
});

describe('the page gets the same as without the tap', () => {
  const through = (answer: () => Promise<Response>) => {
    const { view } = openTappedPage({}, 'http://127.0.0.1');
    view.fetch = answer;
    return openTappedPage(tap, 'http://127.0.0.1', { view }).view.fetch('http://127.0.0.1/api/items');
  };

  test('the same promise, and the same error', async () => {
    const promise = Promise.resolve(Response.json(1));
    expect(through(() => promise)).toBe(promise);
    const error = new TypeError('Failed to fetch');
    await expect(through(() => Promise.reject(error))).rejects.toBe(error);
  });

  test('whatever a replaced fetch throws or returns', () => {
    const error = new Error('thrown at once');
    const thrower = () => {
      throw error;
    };
    expect(() => through(thrower)).toThrow(error);
    // @ts-expect-error: a page may put anything there
    expect(through(() => 'no promise')).toBe('no promise');
  });

  test('an abort, before and while the body comes', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[1,');
    });
    const { view, answers } = openTappedPage(tap, origin);
    const stop = new AbortController();
    const response = await view.fetch(`${origin}/api/items`, { signal: stop.signal });
    stop.abort();
    await expect(response.text()).rejects.toThrow(/abort/i);
    await expect(view.fetch(`${origin}/api/items`, { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(answers).toEqual([]);
  });

  test('a body that streams: its first part before the last is sent', async () => {
    const held: ServerResponse[] = [];
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[1,');
      held.push(response);
    });
    const { view, answer } = openTappedPage(tap, origin);
    const reader = (await view.fetch(`${origin}/api/items`)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('[1,');
    held[0]?.end('2]');
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('2]');
    expect(await answer()).toBe(`${origin}/api/items\n[1,2]`);
  });

  test('an argument’s toString called as often', async () => {
    const origin = await shop();
    const count = async (fetching: typeof fetch) => {
      let calls = 0;
      const address = () => {
        calls++;
        return `${origin}/api/items`;
      };
      // @ts-expect-error: fetch converts anything to a string
      await fetching({ toString: address });
      return calls;
    };
    expect(await count(openTappedPage(tap, origin).view.fetch)).toBe(await count(fetch));
  });

  test('a function that looks like the original', () => {
    const { view } = openTappedPage(tap, 'http://127.0.0.1');
    expect([view.fetch.name, view.fetch.length]).toEqual([fetch.name, fetch.length]);
    expect(String(view.fetch)).toMatch(/\[native code\]/);
  });
});

describe('a body over the limit', () => {
  test('is not copied, with or without a length, and the page gets all of it', async () => {
    const long = JSON.stringify('x'.repeat(maxAnswerLength));
    const origin = await serve(({ url = '' }, response) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(long.length) };
      if (url.includes('last')) json(response, '"last"');
      else if (url.includes('stated')) response.writeHead(200, headers).end(long);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(long);
    });
    const world = openTappedPage(tap, origin);
    for (const path of ['/api/items?stated', '/api/items?chunked'])
      expect((await (await world.view.fetch(origin + path)).text()).length).toBe(long.length);
    await nothingBut(world, origin);
  });

  test('that never ends is cancelled, so that the page can cancel it', async () => {
    const gone = Promise.withResolvers<void>();
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('1'.repeat(65_536)));
      };
      response.on('drain', more).on('close', gone.resolve);
      more();
    });
    const { view } = openTappedPage(tap, origin);
    const response = await view.fetch(`${origin}/api/items`);
    void response.body?.cancel();
    await gone.promise;
  });
});

test('an address with a line break cannot pose as a body', async () => {
  const view = openTappedPage({}, 'http://127.0.0.1').view;
  const response = Object.defineProperty(Response.json({ real: true }), 'url', {
    value: 'http://x/api/items\n{"forged":true}',
  });
  view.fetch = () => Promise.resolve(response);
  const world = openTappedPage(tap, 'http://127.0.0.1', { view });
  await world.view.fetch('http://x/api/items');
  expect((await world.answer()).split('\n')).toEqual(['http://x/api/items{"forged":true}', '{"real":true}']);
});

test('a server that hangs up brings an error and no answer', async () => {
  const origin = await serve((request) => request.socket.destroy());
  const { view, answers } = openTappedPage(tap, origin);
  await expect(view.fetch(`${origin}/api/items`)).rejects.toThrow();
  expect(answers).toEqual([]);
});
