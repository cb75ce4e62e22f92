import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { findProgram, thisMachine } from '#demo/browsers.ts';

export const redisProgram = findProgram('redis', thisMachine());

/** On Linux the kernel ends the server with the process that started it, however that ends. util-linux has the program. */
const endsWithParent = !spawnSync('setpriv', ['--version']).error ? ['setpriv', '--pdeathsig', 'KILL'] : [];

export function spawnRedis(port: string, folder: string, ...options: readonly string[]): ChildProcess {
  if (redisProgram === undefined) throw new Error('there is no Redis or Valkey server');
  const listening = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const [program = redisProgram, ...args] = [...endsWithParent, redisProgram, ...listening, ...options];
  return spawn(program, args, { stdio: 'ignore' });
}
