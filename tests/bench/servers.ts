import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '#demo/until.ts';
import { plainEnvironment } from '../plain-environment.ts';

/** A server in a process of its own. */
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

/** Starts a relay with tokens, metrics and log. @param extra more variables of its environment */
export async function startRelay(upstream: string, extra: Readonly<Record<string, string>> = {}): Promise<Server> {
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
    ...extra,
  };
  const script = fileURLToPath(new URL('relay-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(child.stdout, 'data');
  return { url: String(address).trim(), stop: () => stop(child, folder) };
}

/** Starts nginx with one process that serves one file, `/body`. */
export async function startNginx(program: string, body: Uint8Array): Promise<Server> {
  const folder = await openFolder();
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(join(folder, 'body'), body);
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { access_log ${folder}/access.log; keepalive_requests 1000000; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; location / { root ${folder}; add_header Content-Encoding br; } } }`,
  );
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn(program, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx', () => fetch(`${url}/body`, { method: 'HEAD' }).catch(() => undefined));
  return { url, stop: () => stop(child, folder) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}
