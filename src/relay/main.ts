import { runProcess } from '#protocol/node-server.ts';
import { startRelay } from '#relay/start.ts';

await runProcess('relay', () => startRelay(process.env));
