import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface NodeRun {
  readonly root: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Returns stdout. @throws Error with all its output when it fails, takes too long, or is ended */
export function runNode(
  { root, limitMs, signal }: NodeRun,
  script: string,
  ...args: readonly string[]
): Promise<string> {
  return new Promise((resolve, reject) => {
    const PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`;
    // Most steps start many processes and threads of the same modules.
    const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
    const env = { ...process.env, PATH, NODE_COMPILE_CACHE, NO_COLOR: '1', FORCE_COLOR: '0' };
    const late = AbortSignal.timeout(limitMs);
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env,
      signal: AbortSignal.any([signal, late]),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk) && all.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
    let why = '';
    child.on('error', (error) => {
      why = late.aborted ? `took more than ${limitMs / 60_000} min` : error.message;
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(printed).toString());
      else reject(new Error(`${Buffer.concat(all)}\n${script} ${why || `exited with ${code}`}`));
    });
  });
}
