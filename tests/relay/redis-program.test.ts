import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { until } from './test-relay.ts';

/** Whether a server listens. A container may leave an ended process in its table, so the socket is asked. */
const isListening = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true)).on('error', () => resolve(false));
    onTestFinished(() => void connection.destroy());
  });

test.skipIf(!redisProgram || process.platform !== 'linux')('a store ends with a process that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redis-orphan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const socket = join(folder, 'socket');
  const script = `
    import { spawnRedis } from ${JSON.stringify(new URL('redis-program.ts', import.meta.url).href)};
    const store = spawnRedis('0', ${JSON.stringify(folder)}, '--unixsocket', ${JSON.stringify(socket)});
    process.once('SIGTERM', () => store.kill('SIGKILL'));`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  onTestFinished(() => void parent.kill('SIGTERM'));
  await until(() => isListening(socket)).gives((is) => is);
  parent.kill('SIGKILL');
  await until(() => isListening(socket)).gives((is) => !is);
});
