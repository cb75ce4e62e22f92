import { startRelay } from '#relay/node.ts';

/** The soak lets upstream be asked without a budget, so that it fails often. */
const isSoak = process.env['RELAY_BENCH'] === 'soak';

/** A relay in a process of its own, as `npm run relay` starts it, but for the limit on its one bench client. */
const relay = await startRelay(process.env, {
  clientPerMinute: Infinity,
  ...(isSoak && { upstreamPerMinute: Infinity, upstreamTimeoutMs: 300, maxBodyBytes: 1_000_000 }),
});
process.stdout.write(`${relay.url}\n`);
process.once('SIGTERM', () => void relay.close().then(() => process.exit(0)));
