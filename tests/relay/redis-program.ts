import { spawnSync } from 'node:child_process';

const has = (program: string): boolean => !spawnSync(program, ['--version']).error;

/** The server that this machine has; both speak the same. */
export const redisProgram = ['valkey-server', 'redis-server'].find(has);
