import { startRelay } from '#relay/start.ts';

/** A relay in a process of its own, as `npm run relay` starts it, but for the limit on its one bench client. */
const relay = await startRelay(process.env, { clientPerMinute: Infinity, upstreamTimeoutMs: 2000 });
process.stdout.write(`${relay.url}\n`);
process.once('SIGTERM', () => void relay.close().then(() => process.exit(0)));
