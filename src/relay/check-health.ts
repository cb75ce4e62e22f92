import type { RelayConfig } from '#relay/config.ts';

const timeoutMs = 3000;

/** Whether the relay of a configuration listens on this machine and is ready. */
export async function isReady({ host, port }: Pick<RelayConfig, 'host' | 'port'>): Promise<boolean> {
  const everywhere = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const name = everywhere.includes(':') ? `[${everywhere}]` : everywhere;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok;
  } catch {
    return false;
  }
}
