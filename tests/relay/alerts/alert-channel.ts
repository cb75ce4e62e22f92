import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

export interface AlertReceiver {
  readonly seen: { target: string; body: string }[];
  readonly url: string;
}

/** A server on loopback in place of a service that takes alerts. */
export async function startReceiver(
  listener: RequestListener = (_, response) => void response.end('{}'),
): Promise<AlertReceiver> {
  const seen: { target: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push({ target: request.url ?? '', body });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { seen, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}
