import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const has = (program: string): boolean => !spawnSync(program, ['--version']).error;

/** The server that this machine has; both speak the same. */
export const redisProgram = ['valkey-server', 'redis-server'].find(has);

/** On Linux the kernel ends the server with the process that started it, however that ends. util-linux has the program. */
const endsWithParent = has('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** Starts a server on loopback that keeps nothing on disk. @throws Error on a machine without one */
export function spawnRedis(port: string, folder: string, ...options: readonly string[]): ChildProcess {
  if (redisProgram === undefined) throw new Error('there is no Redis or Valkey server');
  const listening = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const [program = redisProgram, ...args] = [...endsWithParent, redisProgram, ...listening, ...options];
  return spawn(program, args, { stdio: 'ignore' });
}
