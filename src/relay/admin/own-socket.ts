import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);

/**
 * Whether a process of this user is at the other end of a connection on this machine. Only Linux tells; there the command line
 * of a browser, with the code that opens the page, can be read by every user before the browser asks.
 */
export async function isOwnSocket({
  localPort,
  remotePort,
}: Pick<Socket, 'localPort' | 'remotePort'>): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const owners = tables
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, local, remote, , , , , uid] = line.trim().split(/\s+/);
      return portOf(local) === remotePort && portOf(remote) === localPort ? [Number(uid)] : [];
    });
  return owners.length > 0 && owners.every((uid) => uid === process.getuid?.());
}
