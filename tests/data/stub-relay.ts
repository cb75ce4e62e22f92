import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';

export interface StubRelay {
  url: string;
  readonly requests: { path: string; headers: Record<string, string | string[] | undefined> }[];
  answer: RequestListener;
  close: () => Promise<void>;
}

/** @param stub the object that becomes the relay */
export async function startStubRelay(answer: RequestListener, stub = {} as StubRelay): Promise<StubRelay> {
  const requests: StubRelay['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    stub.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    answer,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

export function relayForEach(answer: RequestListener = json({})): StubRelay {
  const relay = {} as StubRelay;
  beforeEach(async () => void (await startStubRelay(answer, relay)));
  afterEach(() => relay.close());
  return relay;
}

export function json(body: unknown, headers: Record<string, string> = {}, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
