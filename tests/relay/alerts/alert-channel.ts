import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { closeServer, listenOn } from '../../e2e/servers.ts';

export async function startReceiver(listener: RequestListener = (_, response) => void response.end('{}')) {
  const seen: { target: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push({ target: request.url ?? '', body });
    listener(request, response);
  });
  onTestFinished(() => closeServer(server));
  return { seen, url: `http://127.0.0.1:${await listenOn(server, 0)}` };
}
