import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#protocol/node-server.ts';

test('a connection that the system could not give ends no server', async () => {
  let served: unknown;
  const { url, close } = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: () => new Response('here'),
    direct: ({ socket }) => {
      served = Reflect.get(socket, 'server');
      return false;
    },
  });
  onTestFinished(() => close(0));
  await fetch(url);
  if (!(served instanceof Server)) throw new Error('no server');
  for (let time = 0; time < 2; time++) served.emit('error', Object.assign(new Error('accept'), { code: 'ENFILE' }));
  expect(await (await fetch(url)).text()).toBe('here');
});

test('a process whose server never closes ends all the same', async () => {
  const path = new URL('../../src/protocol/node-server.ts', import.meta.url).href;
  const script = `
    import { runProcess } from '${path}';
    const server = { url: '', close: () => new Promise(() => undefined) };
    await runProcess('never', async () => server);
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
