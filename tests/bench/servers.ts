import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../plain-environment.ts';

export interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export const token = 'a-token-of-the-bench';

const openFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'relay-bench-'));

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}

export async function startRelay(upstream: string): Promise<Server> {
  const folder = await openFolder();
  const env = {
    ...plainEnvironment,
    PRICE_API_URL: upstream,
    PRICE_API_KEY: 'the-price-api-key-of-the-bench',
    RELAY_PORT: '0',
    RELAY_TOKENS: token,
    RELAY_CACHE_DIR: join(folder, 'cache'),
    RELAY_LOG: join(folder, 'requests.log'),
    RELAY_RATES_URL: 'off',
  };
  const script = fileURLToPath(new URL('relay-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(child.stdout, 'data');
  return { url: String(address).trim(), stop: () => stop(child, folder) };
}
