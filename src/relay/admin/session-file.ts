import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve, win32 } from 'node:path';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';
import { askNearby } from '#relay/take-port.ts';
import { isSameSecret } from '#relay/token-hash.ts';

export const proofPath = '/setup/proof';

/** The proof of a secret for one question. The secret does not follow from it. */
export const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(nonce).digest('base64url');

/** The address of a running relay's page is kept beside its configuration file, for the same user alone. */
const sessionPath = (configPath: string): string => `${resolve(configPath)}.session`;

/** A second start finds the relay by it; where the disk cannot be written, that one begins another. Returns its end. */
export async function keepSession(configPath: string, pageUrl: string, disk: Pick<StorageThread, 'ask'>) {
  const path = sessionPath(configPath);
  await disk.ask('writeText', path, pageUrl).catch(() => undefined);
  return () => disk.ask('removeText', path, pageUrl).catch(() => undefined);
}

/** Another program may have the port of a relay that died: whoever answers must prove that it knows the secret. */
export async function findRunningRelay(configPath: string): Promise<URL | undefined> {
  const url = URL.parse(await readFile(sessionPath(configPath), 'utf8').catch(() => ''));
  const secret = url?.searchParams.get('session');
  if (!url || !secret || url.protocol !== 'http:' || !isLoopbackHost(hostWithoutBrackets(url))) return undefined;
  const nonce = randomBytes(24).toString('base64url');
  const given = await askNearby(new URL(`${proofPath}?nonce=${nonce}`, url));
  return isSameSecret(given, proofOf(secret, nonce)) ? url : undefined;
}

/** An address of a running relay's page that works once: the command line of a browser is read by every user. */
export async function codeUrlOf(page: URL): Promise<string | undefined> {
  const body = new URLSearchParams({ session: page.searchParams.get('session') ?? '' });
  const init = { method: 'POST', headers: { Origin: page.origin }, body };
  const code = await askNearby(new URL('/setup/code', page), init);
  return /^[\w-]+$/.test(code) ? `${page.origin}/?code=${code}` : undefined;
}

export function openCommand(url: string, platform: NodeJS.Platform, env: EnvironmentVariables) {
  // `start` of cmd.exe would read the address as a command line. Windows looks for a bare name first where the relay
  // was started, which may be the folder of downloads.
  const windows = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe');
  if (platform === 'win32') return { program: windows, args: ['url.dll,FileProtocolHandler', url] };
  if (platform === 'darwin') return { program: 'open', args: [url] };
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { program: 'xdg-open', args: [url] } : undefined;
}

/** Opens an address without a secret in the user's browser, if there is one. A failure is no fault: the relay prints the address as well. */
export function openBrowser(url: string | undefined): void {
  const command = url === undefined ? undefined : openCommand(url, process.platform, process.env);
  if (!command) return;
  const child = spawn(command.program, command.args, { stdio: 'ignore', detached: true, windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}
