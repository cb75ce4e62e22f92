import { readCommand } from '#protocol/command-line.ts';
import { runProcess } from '#protocol/node-server.ts';
import { startService } from '#service/snapshot.ts';

const usage = 'usage: npm run service, with variables SERVICE_… as CONTRIBUTING says';

await runProcess('service', async () => {
  readCommand(usage, {}, () => undefined);
  const server = await startService(process.env);
  console.info(`service: listening on ${server.url}`);
  return server;
});
