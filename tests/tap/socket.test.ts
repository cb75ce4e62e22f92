import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { pageEvents } from '#protocol/page-events.ts';
import { openTappedPage } from './world.ts';

const origin = 'http://127.0.0.1:1';
const tap = { sockets: [/^ws:\/\/127\.0\.0\.1:1\/s\//] };
const event = '42/trade,["new_item",[{"id":1}]]';

/** A page with a socket that nobody answers; `say` is a message of its server. */
function openSocket({ path = '/s/', listen = true } = {}) {
  const page = openTappedPage(tap, origin, { listen });
  const socket = new page.view.WebSocket(`ws://127.0.0.1:1${path}`);
  const heard: unknown[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(data));
  const say = (data: unknown) => socket.dispatchEvent(new page.view.MessageEvent('message', { data }));
  return { ...page, socket, heard, say };
}

/** The page's greeting. The socket is not open yet, which the page must hear. */
const greet = ({ socket, view }: ReturnType<typeof openSocket>) =>
  expect(() => socket.send('40/trade,')).toThrow(view.DOMException);

describe('a message of a socket that an adapter declares', () => {
  test('is sent with the address and without the protocol’s prefix, once', () => {
    const page = openSocket();
    greet(page);
    greet(page);
    page.say(event);
    page.say('42["updated_item",{"id":2}]');
    expect(page.answers).toEqual([
      'ws://127.0.0.1:1/s/\n["new_item",[{"id":1}]]',
      'ws://127.0.0.1:1/s/\n["updated_item",{"id":2}]',
    ]);
    expect(page.heard).toHaveLength(2);
  });

  test.each(['2', '40/trade,{"sid":"x"}', '0{"sid":"x"}', '', new ArrayBuffer(4), '430[1]'])(
    'that is no event is not sent: %j',
    (data) => {
      const page = openSocket();
      greet(page);
      page.say(data);
      expect(page.answers).toEqual([]);
    },
  );

  test('is not sent of another address, nor before the content script listens or after it has stopped', () => {
    const other = openSocket({ path: '/chat/' });
    greet(other);
    other.say(event);
    expect(other.answers).toEqual([]);
    const early = openSocket({ listen: false });
    greet(early);
    early.say(event);
    early.send(pageEvents.listen);
    expect(early.answers).toEqual([]);
    early.say(event);
    expect(early.answers).toHaveLength(1);
    early.send(pageEvents.stop);
    early.say(event);
    expect(early.answers).toHaveLength(1);
  });

  test('does not change the page’s socket', async () => {
    const page = openSocket();
    greet(page);
    expect(page.socket.constructor).toBe(page.view.WebSocket);
    expect(page.view.WebSocket.prototype.send.name).toBe('send');
    await once(page.socket, 'error');
  });
});
