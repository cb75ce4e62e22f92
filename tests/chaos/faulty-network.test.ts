/** @module-tag full */
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer, freePort, listenOn } from '../e2e/servers.ts';
import { type FaultyNetwork, networkConditions, openFaultyNetwork } from './faulty-network.ts';

const body = 'x'.repeat(100_000);
const server = createServer((_, response) => response.end(body));
let network: FaultyNetwork | undefined;
let url = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  network = await openFaultyNetwork(port, await listenOn(server, 0));
});

afterAll(async () => {
  await network?.close();
  await closeServer(server);
});

/** Length of the response's body, or the kind of failure. */
const ask = (): Promise<number | string> =>
  fetch(url, { signal: AbortSignal.timeout(1500) })
    .then((answer) => answer.text())
    .then(
      (text) => text.length,
      (error: Error) => (error.name === 'TimeoutError' ? 'silence' : 'failure'),
    );

const expected = { open: body.length, refused: 'failure', silent: 'silence', cut: 'failure', slow: body.length };

test.each(networkConditions)(
  'a network that is %s applies its condition, and is open again afterwards',
  async (condition) => {
    await network?.setCondition(condition);
    expect(await ask()).toBe(expected[condition]);
    await network?.setCondition('open');
    expect(await ask()).toBe(body.length);
  },
);
