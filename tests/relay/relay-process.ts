import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from '../e2e/servers.ts';
import { plainEnvironment } from '../plain-environment.ts';
import { tempFolder } from '../temp-folder.ts';
import { get, until } from './test-relay.ts';
import { key, type Script, startUpstream, type Upstream } from './upstream.ts';

export const main = fileURLToPath(new URL('../../src/relay/main.ts', import.meta.url));

/** @param uid the user of the process; `undefined` for this one's */
export async function run(env: Record<string, string>, options: readonly string[] = ['--no-open'], uid?: number) {
  const folder = await tempFolder();
  if (uid !== undefined) await chown(folder, uid, uid);
  const child = spawn(process.execPath, [main, ...options], {
    env: {
      ...plainEnvironment,
      XDG_CONFIG_HOME: join(folder, 'config'),
      RELAY_CACHE_DIR: folder,
      RELAY_RATES_URL: 'off',
      ...env,
    },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, folder, output: () => output };
}

export const exitOf = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? (await once(child, 'exit')).find((value) => value !== null);

export async function runAgainst(script: Script, env: Record<string, string> = {}) {
  const upstream = await startUpstream(script);
  return { ...(await runReady(upstream, env)), upstream };
}

export async function runReady(upstream: Upstream, env: Record<string, string>, uid?: number) {
  const RELAY_PORT = String(await freePort());
  const running = await run(
    { PRICE_API_URL: upstream.url, PRICE_API_KEY: key, RELAY_PORT, ...env },
    ['--no-open'],
    uid,
  );
  const url = `http://127.0.0.1:${RELAY_PORT}`;
  await until(() => get(`${url}/healthz`).catch(() => undefined), 4000).gives((got) => got?.status === 200);
  return { ...running, url };
}
