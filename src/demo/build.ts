import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserKind } from '#demo/browsers.ts';
import { StartError } from '#protocol/node-server.ts';

const sources = ['entrypoints/**/*', 'src/**/*', 'public/**/*', 'wxt.config.ts', 'package-lock.json'];

const buildFolder = (root: string, kind: BrowserKind): string => join(root, '.output', `${kind}-mv3`);

export function isBuilt(root: string, kind: BrowserKind): boolean {
  const built = statSync(join(buildFolder(root, kind), 'manifest.json'), { throwIfNoEntry: false });
  if (!built) return false;
  return globSync(sources, { cwd: root }).every((path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs);
}

/** Builds the extension for a browser. @throws StartError with the output of the build. */
async function build(root: string, kind: BrowserKind): Promise<void> {
  const wxt = join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  try {
    await promisify(execFile)(process.execPath, [wxt, 'build', '--browser', kind, '--mv3'], { cwd: root });
  } catch (cause) {
    throw new StartError(`the extension does not build:\n${outputOf(cause)}`, { cause });
  }
}

export async function ensureBuilt(root: string, kind: BrowserKind, say: (line: string) => void): Promise<string> {
  if (!isBuilt(root, kind)) {
    say(`building the extension for ${kind}`);
    await build(root, kind);
  }
  return buildFolder(root, kind);
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts = ['stdout' in error && error.stdout, 'stderr' in error && error.stderr];
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n') || error.message;
}
