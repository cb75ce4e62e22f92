import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { json, openTappedPage, serve, type View } from './world.ts';

const tap = { urls: [/\/api\/items/] };
const body = '{"items":[{"name":"★ Karambit","price":1}]}';

const shop = () =>
  serve(({ url = '' }, response) => {
    if (url.includes('page')) response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    else if (url.includes('gone')) response.writeHead(404, { 'content-type': 'application/json' }).end(body);
    else if (url.includes('cut')) response.destroy();
    else json(response, url.includes('last') ? '"last"' : body);
  });

type Prepare = (xhr: XMLHttpRequest) => void;

async function send(view: View, url: string, prepare: Prepare = () => undefined, xhr = new view.XMLHttpRequest()) {
  xhr.open('GET', url);
  prepare(xhr);
  const ended = once(xhr, 'loadend');
  xhr.send();
  await ended;
  return xhr;
}

describe('an answer to XMLHttpRequest', () => {
  test.each(['', 'text', 'json', 'arraybuffer'] as const)('is copied as it came: responseType "%s"', async (type) => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    const xhr = await send(view, '/api/items', (own) => {
      own.responseType = type;
    });
    expect(answers).toEqual([`${origin}/api/items\n${body}`]);
    if (type === 'json') expect(xhr.response).toEqual(JSON.parse(body));
    else if (type === 'arraybuffer') expect(new TextDecoder().decode(xhr.response)).toBe(body);
    else expect(xhr.responseText).toBe(body);
  });

  test('is copied as it came where the page has given arrays a `toJSON`, as Prototype does', async () => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    const lists: { toJSON?: () => string; readonly length: number } = view.Array.prototype;
    lists.toJSON = () => 'a text';
    onTestFinished(() => void delete lists.toJSON);
    await send(view, '/api/items', (xhr) => {
      xhr.responseType = 'json';
    });
    expect(answers).toEqual([`${origin}/api/items\n${body}`]);
  });

  test('is copied before the page’s listeners can change it', async () => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    await send(view, '/api/items', (xhr) => {
      xhr.responseType = 'json';
      xhr.onreadystatechange = () => {
        if (xhr.readyState === 4) xhr.response.items = [];
      };
    });
    expect(answers).toEqual([`${origin}/api/items\n${body}`]);
  });

  test.each(['/other', '/api/items/page', '/api/items/gone', '/api/items/cut'])('is not copied: %s', async (path) => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    await send(view, path);
    await send(view, '/api/items?last');
    expect(answers).toEqual([`${origin}/api/items?last\n"last"`]);
  });

  test('of a reused object is copied once per request', async () => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    const xhr = await send(view, '/api/items?1');
    await send(view, '/api/items/cut', undefined, xhr);
    await send(view, '/api/items?2', undefined, xhr);
    expect(answers).toEqual([`${origin}/api/items?1\n${body}`, `${origin}/api/items?2\n${body}`]);
  });
});

describe('the page', () => {
  test('gets the same events and errors', async () => {
    const origin = await shop();
    const heard = async (view: View) => {
      const events: string[] = [];
      const note: Prepare = (xhr) => {
        for (const name of ['readystatechange', 'load', 'error', 'abort', 'loadend'])
          xhr.addEventListener(name, () => events.push(`${name} ${xhr.readyState}`));
      };
      for (const path of ['/api/items', '/api/items/cut']) await send(view, path, note);
      return events;
    };
    expect(await heard(openTappedPage(tap, origin).view)).toEqual(await heard(openTappedPage({}, origin).view));
  });

  test('gets the browser’s error from a wrong call', async () => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    const { open } = view.XMLHttpRequest.prototype;
    expect(() => Reflect.apply(open, {}, ['GET', '/'])).toThrow(view.TypeError);
    Object.defineProperty(view.XMLHttpRequest.prototype, 'addEventListener', {
      value: () => {
        throw new Error('the page’s');
      },
    });
    const xhr = await send(view, '/api/items', (own) => {
      Object.defineProperty(own, 'getResponseHeader', { value: undefined });
    }).catch((error: unknown) => error);
    expect(xhr).toBeInstanceOf(Error); // `once` itself could not listen: the page broke its own world
    expect(answers).toEqual([]);
  });

  test('cannot intercept the copy by replacing addEventListener', async () => {
    const origin = await shop();
    const { view, answers } = openTappedPage(tap, origin);
    const { prototype } = view.XMLHttpRequest;
    const { addEventListener } = prototype;
    const listened: string[] = [];
    Object.defineProperty(prototype, 'addEventListener', {
      value(this: XMLHttpRequest, ...args: Parameters<typeof addEventListener>) {
        listened.push(args[0]);
        addEventListener.apply(this, args);
      },
    });
    await send(view, '/api/items');
    expect(answers).toEqual([`${origin}/api/items\n${body}`]);
    expect(listened).not.toContain('readystatechange');
  });

  test('sees functions that look like the originals', () => {
    const { view } = openTappedPage(tap, 'http://127.0.0.1');
    const { open } = view.XMLHttpRequest.prototype;
    const { open: plain } = openTappedPage({}, 'http://127.0.0.1').view.XMLHttpRequest.prototype;
    expect([open.name, open.length]).toEqual([plain.name, plain.length]);
  });
});
