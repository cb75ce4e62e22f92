import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Results } from './results.ts';

export const describeMachine = (): Omit<Results['machine'], 'browsers'> => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
  system: `${platform()} ${release()}`,
  node: process.version,
});

export const loadAverage = (): number => loadavg()[0] ?? Number.NaN;

/** The checkout's commit, with `-dirty` when files differ from it; "unknown" outside a checkout. */
export const commitOf = (root: string): string =>
  outputOf('git', ['describe', '--always', '--dirty'], root) ?? 'unknown';

export const versionOf = (program: string): string => outputOf(program, ['--version']) ?? 'none';

function outputOf(program: string, args: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
