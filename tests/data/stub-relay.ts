import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRelay {
  url: string;
  readonly requests: { path: string; headers: Record<string, string | string[] | undefined> }[];
  answer: RequestListener;
  close: () => Promise<void>;
}

export async function startStubRelay(answer: RequestListener): Promise<StubRelay> {
  const requests: StubRelay['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    stub.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: StubRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stub;
}

export const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
