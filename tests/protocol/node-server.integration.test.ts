import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultGraceMs, shutdownMs, startServer } from '#protocol/node-server.ts';

test('a server survives a connection that the system cannot open, and keeps one that waits', async () => {
  let server: unknown;
  const { url, close } = await startServer({
    host: '127.0.0.1',
    port: 0,
    fetch: (_, { incoming }) => {
      server = Reflect.get(incoming.socket ?? {}, 'server');
      return new Response('here');
    },
  });
  onTestFinished(() => close(0));
  await fetch(url);
  if (!(server instanceof Server)) throw new Error('no server');
  for (let time = 0; time < 2; time++) server.emit('error', Object.assign(new Error('accept'), { code: 'ENFILE' }));
  const response = await fetch(url);
  // Longer than a proxy's 60 s, and than a busy process may take to see the next request.
  expect([await response.text(), response.headers.get('Keep-Alive')]).toEqual(['here', 'timeout=75']);
});

test('of more connections than there may be the last is closed, and the others are served', async () => {
  const fetch = () => new Response('here');
  const { url, close } = await startServer({ host: '127.0.0.1', port: 0, maxConnections: 1, fetch });
  onTestFinished(() => close(0));
  const dial = () => connect(Number(new URL(url).port), '127.0.0.1');
  const first = dial();
  onTestFinished(() => void first.destroy());
  await once(first, 'connect');
  await once(dial().resume(), 'close');
  first.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await once(first, 'data'))).toContain('200 OK');
});

const muchBytes = 64 * 1024 * 1024;

/** A server that cuts readers after a second, and a client that has asked it for much. */
async function askForMuch() {
  const idleTimeoutMs = 1000;
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  let accepted: Socket | undefined;
  const { url, close } = await startServer({
    host: '127.0.0.1',
    port: 0,
    idleTimeoutMs,
    fetch: (_, { incoming }) => {
      accepted = incoming.socket?.once('close', () => resolve());
      return new Response(new Uint8Array(muchBytes));
    },
  });
  onTestFinished(() => close(0));
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // Node gives it this time twice: the system takes some of the response at first.
  await expect.poll(() => accepted?.timeout).toBe(idleTimeoutMs / 2);
  return { socket, cut, accepted: () => accepted };
}

test('a client that reads nothing of a large response is cut after the limit', async () => {
  const { cut } = await askForMuch();
  await cut;
});

test('a client that has read a large response may wait for its next request like any other', async () => {
  const { socket, accepted } = await askForMuch();
  socket.resume();
  // Node waits a second longer than it says.
  await expect.poll(() => accepted()?.timeout).toBe(76_000);
});

test('a client that reads a little again and again is cut too', async () => {
  const { socket, cut } = await askForMuch();
  let read = 0;
  socket.on('data', ({ length }) => {
    read += length;
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  socket.resume();
  await cut;
  expect(read).toBeLessThan(muchBytes);
});

test('a process ends although its server never closes', async () => {
  const path = new URL('../../src/protocol/node-server.ts', import.meta.url).href;
  const script = `
    import { runProcess } from '${path}';
    const server = { url: '', close: () => new Promise(() => undefined) };
    await runProcess('never', async () => server, 300);
    console.log('up');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a process that is told to end while it starts closes its server once it has started', async () => {
  const path = new URL('../../src/protocol/node-server.ts', import.meta.url).href;
  const script = `
    import { once } from 'node:events';
    import { runProcess } from '${path}';
    await runProcess('early', async () => {
      console.log('starting');
      await once(process.stdin, 'data');
      return { url: '', close: async () => console.log('closed') };
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  child.stdin.write('go on');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output).toContain('closed');
});

test('close cuts a request that never ends after its grace', async () => {
  const arrived = Promise.withResolvers<void>();
  const hang = () => {
    arrived.resolve();
    return new Promise<Response>(() => undefined);
  };
  const { url, close } = await startServer({ host: '127.0.0.1', port: 0, fetch: hang });
  const asked = fetch(url).catch((error: unknown) => error);
  await arrived.promise;
  await close(100);
  expect(await asked).toBeInstanceOf(Error);
});

test('by default requests in flight get their grace, and the process ends within 5 s', () => {
  expect(defaultGraceMs).toBeLessThan(shutdownMs);
  expect(shutdownMs).toBeLessThan(5000);
});
