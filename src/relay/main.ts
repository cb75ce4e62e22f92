import { resolve } from 'node:path';
import { isSea } from 'node:sea';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import { StartError } from '#protocol/environment.ts';
import { localAuthority } from '#protocol/loopback.ts';
import { runProcess } from '#protocol/node-server.ts';
import { type AutostartFile, autostartFile, switchAutostart, thisSystem } from '#relay/admin/autostart-file.ts';
import { readConfigFile } from '#relay/admin/config-store.ts';
import { codeUrlOf, findRunningRelay, openBrowser } from '#relay/admin/session-file.ts';
import { describeHealth } from '#relay/api/health.ts';
import { defaultConfigPath, readConfig, withoutServiceLink } from '#relay/config.ts';
import { readOwnPackage } from '#relay/own-package.ts';
import { type RunningRelay, startRelay } from '#relay/relay.ts';
import { askHealth } from '#relay/take-port.ts';

const usage = `usage: skinlens-relay [--config FILE] [--no-open]
       skinlens-relay --autostart on|off
       skinlens-relay --check

  --config FILE       the configuration file, instead of the one in your configuration folder
  --no-open           do not open the relay's page in the browser
  --autostart on|off  start the relay when you log in, or no longer, and end
  --check             say how the relay is, and end: with 1 where something needs a hand
  --version           print the version
  --help              print this`;

type CommandLine = ReturnType<typeof readCommandLine>;

function readCommandLine() {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = { config: text, 'no-open': flag, autostart: text, check: flag, version: flag, help: flag };
  return readCommand(usage, { options }, ({ values: { autostart, 'no-open': noOpen, ...values } }) => {
    if (values.config === '') throw new Error('--config takes the path of a file');
    const to = autostart === undefined ? undefined : choiceOf('autostart', autostart, ['on', 'off']);
    return { ...values, noOpen, autostart: to };
  });
}

/** How a login starts this relay: as it was started now, without opening a page. */
function ownCommand(config: string | undefined): string[] {
  const program = isSea() ? [process.execPath] : [process.execPath, process.argv[1] ?? ''];
  return [...program, '--no-open', ...(config === undefined ? [] : ['--config', resolve(config)])];
}

function switchLogin(autostart: AutostartFile | undefined, to: 'on' | 'off'): string {
  if (autostart === undefined) throw new StartError('starting at login is not known for this system');
  const problem = switchAutostart(autostart, to);
  if (problem) {
    const why = problem.code === 'foreign' ? 'somebody else wrote it' : problem.code;
    throw new StartError(`${problem.path} was not changed: ${why}`);
  }
  return to === 'on' ? `starts at login: ${autostart.path}` : `does not start at login: ${autostart.path} is not there`;
}

function finish(text: string, code = 0): never {
  console.info(text);
  process.exit(code);
}

async function answerOtherwise(options: CommandLine, configPath: string, autostart: AutostartFile | undefined) {
  if (options.help) finish(usage);
  if (options.version) finish((await readOwnPackage()).version);
  if (options.autostart) finish(switchLogin(autostart, options.autostart));
  if (!options.check) return;
  const page = await runningPage(configPath);
  const { host, port } = readConfig(process.env, (await readConfigFile(configPath)).file);
  const authority = page?.host ?? `${localAuthority(host)}:${port}`;
  const health = await askHealth(authority);
  if (!health) finish(`not ready\nno relay answers at ${authority}`, 1);
  const { isWell, text } = describeHealth(health);
  finish(text, isWell ? 0 : 1);
}

/** The page of a relay that runs with this configuration, whatever port was free, unless the environment wants another. */
async function runningPage(configPath: string): Promise<URL | undefined> {
  const page = await findRunningRelay(configPath);
  const wanted = withoutServiceLink(process.env)['RELAY_PORT'];
  return wanted && wanted !== page?.port ? undefined : page;
}

/** A relay that runs with the same configuration shows its page instead of another one that would use the key as well. */
async function showRunning(configPath: string, { noOpen }: CommandLine): Promise<void> {
  const page = await runningPage(configPath);
  if (page === undefined) return;
  console.error(`relay: already running\nrelay: setup and status: ${page}`);
  if (!noOpen) openBrowser(await codeUrlOf(page));
  process.exit(0);
}

/** Node takes no proxy by itself. */
function proxyHint({ HTTPS_PROXY, https_proxy: lower, NODE_USE_ENV_PROXY }: NodeJS.ProcessEnv): string {
  return (HTTPS_PROXY || lower) && !NODE_USE_ENV_PROXY ? 'HTTPS_PROXY is used with NODE_USE_ENV_PROXY=1 alone' : '';
}

/** Else Node asks the proxy for this machine, too: `--check` and a second start find no relay, and a price API's key leaves. */
function keepOffProxy(env: NodeJS.ProcessEnv): void {
  const direct = env['no_proxy'] ?? env['NO_PROXY'];
  if (direct !== '*') env['no_proxy'] = [direct, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join();
}

function printStart({ url, pageUrl, takenPort, isLocalhostTaken, isSample }: RunningRelay): void {
  const lines = [
    takenPort === undefined ? '' : `port ${takenPort} is in use by another program`,
    `listening on ${url}`,
    isLocalhostTaken ? 'localhost leads to another program: use the address with 127.0.0.1' : '',
    proxyHint(process.env),
    isSample() ? 'serving sample prices until there is a key' : '',
    pageUrl === undefined ? '' : `setup and status: ${pageUrl}`,
    process.stdin.isTTY ? 'it runs until you press Ctrl+C or close this window' : '',
  ];
  // Standard output holds the log, one JSON object a line.
  console.error(lines.flatMap((line) => (line ? [`relay: ${line}`] : [])).join('\n'));
}

// A packed relay is CommonJS, which cannot wait here.
void runProcess('relay', async () => {
  keepOffProxy(process.env);
  const options = readCommandLine();
  const configPath = options.config ?? defaultConfigPath(process.env);
  const autostart = await autostartFile(ownCommand(options.config), thisSystem());
  await answerOtherwise(options, configPath, autostart);
  await showRunning(configPath, options);
  const server = await startRelay(process.env, {}, { configPath, autostart });
  printStart(server);
  if (server.isSample() && !options.noOpen) openBrowser(server.codeUrl());
  return server;
});
