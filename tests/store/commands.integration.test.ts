import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/servers.ts';
import { plainEnvironment } from '../plain-environment.ts';
import { get, until } from '../relay/test-relay.ts';
import { tempFolder } from '../temp-folder.ts';

/** What a document says at a place; it must say it. */
function said(path: string, line: string): string {
  expect(readFileSync(path, 'utf8')).toContain(line);
  return line;
}

/** Types a line of a document into a shell. */
function type(line: string, env: Record<string, string>) {
  const child = spawn('sh', ['-c', line], { env: { ...plainEnvironment, ...env }, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  // npm starts a shell of its own, which starts the program.
  onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGKILL')));
  return { child, output: () => output };
}

const answersAt = (url: string) =>
  until(() => get(url).catch(() => undefined), 4000).gives((got) => got !== undefined && got.status < 500);

test('price service, relay and its check start as the documents say', async () => {
  const [servicePort, relayPort, folder] = [await freePort(), await freePort(), await tempFolder()];
  const contributing = '.github/CONTRIBUTING.md';
  const service = said(contributing, 'SERVICE_API_KEYS=any npm run service');
  type(service, { SERVICE_PORT: String(servicePort) });
  await answersAt(`http://127.0.0.1:${servicePort}/`);
  const variables = said(contributing, 'PRICE_API_URL=http://127.0.0.1:8780 PRICE_API_KEY=any');
  const readme = 'src/relay/README.md';
  const of = (command: string) => `${variables.replace('8780', String(servicePort))} ${said(readme, command)}`;
  const env = { RELAY_RATES_URL: 'off', RELAY_CACHE_DIR: folder, HOME: folder };
  const configured = { ...env, XDG_CONFIG_HOME: join(folder, 'config') };
  const relay = type(of('npm run relay -- --no-open'), { ...configured, RELAY_PORT: String(relayPort) });
  await answersAt(`http://127.0.0.1:${relayPort}/healthz`);
  const { status, body } = await get(`http://127.0.0.1:${relayPort}/api/get-partner-prices`);
  expect([status, Object.keys(JSON.parse(body.toString())).length > 1000], relay.output()).toEqual([200, true]);
  // It is found at the port that it has, whatever the port would be without the variable.
  const check = type(of('npm run relay -- --check'), configured);
  expect((await once(check.child, 'exit'))[0], check.output()).toBe(0);
  expect(check.output()).toContain('ready');
});
