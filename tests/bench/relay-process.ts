import { startRelay } from '#relay/relay.ts';

/** The relay as `npm run relay` starts it, but without a limit on its one client; prints its address. */
const configPath = `${process.env['RELAY_CACHE_DIR']}/relay.json`;
const relay = await startRelay(process.env, { clientPerMinute: Infinity }, { configPath });
process.stdout.write(`${relay.url}\n`);
process.once('SIGTERM', () => void relay.close().then(() => process.exit(0)));
