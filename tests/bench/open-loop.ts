import { Agent, type RequestOptions, request } from 'node:http';

/** Requests that come at a steady rate, whether the server is ready or not. */
export interface Stream {
  readonly perSecond: number;
  readonly url: string;
  /** Path and headers of the next request. */
  readonly next: () => Pick<RequestOptions, 'path' | 'headers'>;
}

/** Latencies in ms, sorted. */
export type Latencies = readonly number[];

const maxConnections = 64;

/**
 * Sends all streams side by side. A latency begins when the request was due, so that a server which holds requests back
 * does not look fast. @throws Error for an answer that is neither 200 nor 304
 */
export async function sendOpenLoop(streams: readonly Stream[], seconds: number): Promise<readonly Latencies[]> {
  const start = performance.now();
  const agents = streams.map(() => new Agent({ keepAlive: true, maxSockets: maxConnections }));
  try {
    return await Promise.all(
      streams.map(async (stream, at) => {
        const latencies: Promise<number>[] = [];
        const count = Math.round(stream.perSecond * seconds);
        while (latencies.length < count) {
          const due = Math.floor(((performance.now() - start) / 1000) * stream.perSecond) + 1;
          while (latencies.length < Math.min(due, count)) {
            const dueAt = start + (latencies.length * 1000) / stream.perSecond;
            latencies.push(send(stream, agents[at]).then(() => performance.now() - dueAt));
          }
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return (await Promise.all(latencies)).toSorted((one, other) => one - other);
      }),
    );
  } finally {
    for (const agent of agents) agent.destroy();
  }
}

const send = ({ url, next }: Stream, agent: Agent | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { ...next(), ...(agent && { agent }) }, (response) => {
      const { statusCode } = response;
      if (statusCode !== 200 && statusCode !== 304) reject(new Error(`the relay answered ${statusCode}`));
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end();
  });

/** The latency that a share of all requests keeps, such as 0.99. */
export const percentile = (latencies: Latencies, share: number): number =>
  latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN;
