import * as z from 'zod/mini';
import { localAuthority } from '#protocol/loopback.ts';
import type { RelayConfig } from '#relay/config.ts';

type ListenAddress = Pick<RelayConfig, 'host' | 'port'>;

const timeoutMs = 3000;
const healthBody = z.object({ ready: z.boolean() });

/** Whether the relay of a configuration listens on this machine and is ready; `undefined` where no relay answers. */
export async function askHealth({ host, port }: ListenAddress): Promise<boolean | undefined> {
  try {
    const url = `http://${localAuthority(host)}:${port}/healthz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return healthBody.parse(await response.json()).ready;
  } catch {
    return undefined;
  }
}
