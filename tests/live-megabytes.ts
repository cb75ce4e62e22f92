import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap in use after a garbage collection, in MB. */
export function liveMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_000_000;
}
