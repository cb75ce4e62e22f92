import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { freePort } from '../e2e/servers.ts';
import { tempFolder } from '../temp-folder.ts';
import { redisProgram, spawnRedis } from './redis-program.ts';
import { until } from './test-relay.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** Starts a server on loopback that keeps nothing on disk; it ends with the test. */
export async function startRedis() {
  const [port, password] = [String(await freePort()), 'the-password-of-the-store'];
  const folder = await tempFolder();
  let child: ChildProcess | undefined;
  const read = (...command: string[]): string => {
    const cli = redisProgram?.replace(/-server$/, '-cli') ?? '';
    const args = ['-p', port, '--no-auth-warning', '-a', password, ...command];
    return spawnSync(cli, args, { encoding: 'latin1' }).stdout.trim();
  };
  const start = async (): Promise<void> => {
    child = spawnRedis(port, folder, '--requirepass', password);
    await until(() => read('PING')).gives((answer) => answer === 'PONG');
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  onTestFinished(kill);
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    keys: () => read('KEYS', '*').split('\n'),
    /** What the server says to a command, as its own tools print it. */
    read,
    kill,
    /** It keeps its connections, and answers nothing any more. */
    freeze: () => void child?.kill('SIGSTOP'),
    /** Starts it again, empty, at the same address. */
    start,
  };
}
