import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What the figures depend on; the load tells how much else went on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly system: string;
  readonly node: string;
  /** Processes that ran or wanted to, mean of the last minute. */
  readonly load: number;
  readonly at: string;
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
  system: `${platform()} ${release()}`,
  node: process.version,
  load: loadavg()[0] ?? Number.NaN,
  at: new Date().toISOString(),
});
