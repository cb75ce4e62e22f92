import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer, freePort, listenOn } from '../e2e/servers.ts';
import { moods, type Network, openNetwork } from './network.ts';

const body = 'x'.repeat(100_000);
const server = createServer((_, response) => response.end(body));
let network: Network | undefined;
let url = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  network = await openNetwork(port, await listenOn(server, 0));
});

afterAll(async () => {
  await network?.close();
  await closeServer(server);
});

/** What comes of a request that waits for a while: the length of the body, or a word. */
const ask = (): Promise<number | string> =>
  fetch(url, { signal: AbortSignal.timeout(1500) })
    .then((answer) => answer.text())
    .then(
      (text) => text.length,
      (error: Error) => (error.name === 'TimeoutError' ? 'silence' : 'failure'),
    );

const expected = { open: body.length, refused: 'failure', silent: 'silence', cut: 'failure', slow: body.length };

test.each(moods)('a network that is %s does what it says, and is open again after it', async (mood) => {
  await network?.turn(mood);
  expect(await ask()).toBe(expected[mood]);
  await network?.turn('open');
  expect(await ask()).toBe(body.length);
});
