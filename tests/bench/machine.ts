import { execFileSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What the figures depend on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly system: string;
  readonly node: string;
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
  system: `${platform()} ${release()}`,
  node: process.version,
});

/** Processes that ran or wanted to, mean of the last minute; the bench's own are among them. */
export const loadNow = (): number => loadavg()[0] ?? Number.NaN;

/** The commit that is measured, and whether files differ from it; "unknown" outside a checkout. */
export function commitOf(root: string): string {
  try {
    return say('git', ['describe', '--always', '--dirty'], root);
  } catch {
    return 'unknown';
  }
}

/** What a program says of its version; "none" when it is not there. */
export function versionOf(program: string): string {
  try {
    return say(program, ['--version']);
  } catch {
    return 'none';
  }
}

const say = (program: string, words: readonly string[], cwd?: string): string =>
  execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
