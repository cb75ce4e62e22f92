import { runProcess } from '#protocol/node-server.ts';
import { startRelay } from '#relay/node.ts';

await runProcess('relay', async () => {
  const server = await startRelay(process.env);
  // Standard output holds the log, one JSON object a line.
  console.error(`relay: listening on ${server.url}`);
  return server;
});
