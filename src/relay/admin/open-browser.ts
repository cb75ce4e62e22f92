import { spawn } from 'node:child_process';

/** How each system opens an address in the user's browser; `undefined` where there is no screen. */
export function openCommand(
  url: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): { readonly program: string; readonly args: readonly string[] } | undefined {
  // `start` of cmd.exe would read the address as a command line.
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
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
