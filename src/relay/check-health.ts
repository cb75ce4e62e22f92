import * as z from 'zod/mini';
import type { RelayConfig } from '#relay/config.ts';

type ListenAddress = Pick<RelayConfig, 'host' | 'port'>;

const timeoutMs = 3000;
const healthBody = z.object({ ready: z.boolean() });

/** Whether the relay of a configuration listens on this machine and is ready; `undefined` where no relay answers. */
export async function askHealth({ host, port }: ListenAddress): Promise<boolean | undefined> {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const name = here.includes(':') ? `[${here}]` : here;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    return healthBody.parse(await response.json()).ready;
  } catch {
    return undefined;
  }
}
