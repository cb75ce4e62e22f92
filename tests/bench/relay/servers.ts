import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  /** Resident memory in MB. */
  readonly rss: () => number;
  readonly openFiles: () => number;
  readonly stop: () => Promise<void>;
}

const key = 'the-price-api-key-of-the-bench';
export const token = 'a-token-of-the-bench';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Starts one of this folder's scripts; its first line of output is its address. */
async function startScript(name: string, env: Record<string, string>, folder: string): Promise<Server> {
  const child = spawn(process.execPath, [fileOf(name)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const url = String(line).trim();
  return { url, ...watch(child.pid ?? 0), stop: () => stop(child, folder) };
}

const watch = (pid: number): Pick<Server, 'rss' | 'openFiles'> => ({
  rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
});

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}

/** A relay with tokens, metrics and logging on; `env` adds to its environment. */
export async function startRelayProcess(upstream: string, env: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-bench-'));
  const own = {
    PRICE_API_URL: upstream,
    PRICE_API_KEY: key,
    RELAY_PORT: '0',
    RELAY_TOKENS: token,
    RELAY_CACHE_DIR: join(folder, 'cache'),
    RELAY_LOG: join(folder, 'requests.log'),
    RELAY_RATES_URL: 'off',
  };
  return startScript('serve.ts', { ...own, ...env }, folder);
}

/** The smallest Hono app on Node that answers 304 with as many headers as the relay: what the relay cannot beat. */
export async function startBareHono(): Promise<Server> {
  return startScript('bare-hono.ts', {}, await mkdtemp(join(tmpdir(), 'relay-bench-')));
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** nginx with one process that serves one file, on loopback. */
export async function startNginx(program: string, body: Uint8Array): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-bench-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(join(folder, 'body'), body);
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { access_log ${folder}/access.log; keepalive_requests 1000000; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; location / { root ${folder}; add_header Content-Encoding br; } } }`,
  );
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let look = 0; look < 100 && !(await fetch(`${url}/body`).catch(() => undefined)); look++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, ...watch(child.pid ?? 0), stop: () => stop(child, folder) };
}
