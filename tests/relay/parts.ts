import type { RelayParts } from '#relay/http/handler.ts';
import { defaultLimits } from '#relay/limits.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { noStore } from '#relay/storage/store.ts';
import { inlineBodies } from '#relay/upstream/body.ts';
import { key } from './world.ts';

/** What a relay is made of, with a clock that stands still and nothing that outlives the test. */
export const stillParts = (upstream: string, more: Partial<RelayParts> = {}): RelayParts => ({
  priceApi: { url: upstream, key },
  tokens: [],
  ratesUrl: undefined,
  pollMs: 60_000,
  limits: defaultLimits,
  fetch,
  now: () => 1_800_000_000_000,
  clock: () => 0,
  random: () => 0,
  bodies: inlineBodies,
  store: noStore,
  compressor: nodeCompressor,
  loopbackOnly: true,
  background: () => undefined,
  report: () => undefined,
  problem: () => undefined,
  signal: undefined,
  metrics: async () => 'metrics\n',
  observe: () => undefined,
  ...more,
});
