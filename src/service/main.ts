import { runProcess } from '#protocol/node-server.ts';
import { startService } from '#service/snapshot.ts';

await runProcess('service', async () => {
  const server = await startService(process.env);
  console.info(`service: listening on ${server.url}`);
  return server;
});
