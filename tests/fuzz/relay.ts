import { createServer } from 'node:http';
import { constants, zstdDecompressSync } from 'node:zlib';
import { until } from '#demo/until.ts';
import { createApi } from '#relay/api/app.ts';
import { stillDeps, stillNow } from '../relay/still-deps.ts';

const path = '/api/get-partner-prices';
const partnerBody = (seed: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Item ${at}`, { price_buff: at + seed }])));

/** A relay with two snapshots of one feed. */
interface TwoBodyRelay {
  readonly ask: (headers: Readonly<Record<string, string>>) => Promise<Response>;
  readonly etag: string;
  /** The base64 SHA-256 of the earlier and the later body. */
  readonly ids: readonly [string, string];
  /** The earlier and the later body. */
  readonly bodies: readonly [string, string];
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** Decodes a `dcz` stream; `undefined` if it names another dictionary. */
export function decodeDelta(stream: Uint8Array, id: string, dictionary: string): string | undefined {
  if (!Buffer.from(stream.subarray(8, 40)).equals(fromBase64(id))) return undefined;
  const params = { [constants.ZSTD_d_windowLogMax]: 23 };
  return zstdDecompressSync(stream.subarray(40), { dictionary: Buffer.from(dictionary), params }).toString();
}

/** Serves one body and then the other, on loopback. */
async function startUpstream(bodies: readonly string[]) {
  const left = [...bodies];
  const server = createServer((_, response) => void response.end(left.shift()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** After the second snapshot the clock stops, so the relay never refreshes again. */
export async function startRelayWithTwoBodies(): Promise<TwoBodyRelay> {
  const bodies = [partnerBody(1), partnerBody(2)] as const;
  const upstream = await startUpstream(bodies);
  let now = stillNow;
  const { app } = createApi(
    stillDeps(upstream.url, {
      now: () => now,
      monotonicMs: () => now,
      loopbackOnly: false,
      reportProblem: (problem, code) => {
        throw new Error(`${problem}: ${code}`);
      },
    }),
  );
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const request = new Request('http://localhost/');
    // A real one takes no header with letters beyond Latin.
    const get = (name: string) => headers[name.toLowerCase()] ?? null;
    Object.defineProperty(request, 'headers', { value: { get } });
    return app.fetch(request, { incoming: { url: path, socket: {} } });
  };
  const etagNow = async () => (await ask({})).headers.get('ETag') ?? '';
  const first = await etagNow();
  now += 60_000;
  const last = await until('the second snapshot', async () => {
    const etag = await etagNow();
    return etag === first ? undefined : etag;
  });
  upstream.close();
  const [before, after] = await Promise.all(bodies.map(idOf));
  return { ask, etag: last, ids: [before ?? '', after ?? ''], bodies };
}

const idOf = async (body: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(body))).toString('base64');
