import { Agent, request } from 'node:http';
import { endpoints } from '#protocol/price-api.ts';
import { answers, type Script, startUpstream } from '../../relay/upstream.ts';
import { type Row, toRow } from '../row.ts';
import { allMarketsText, openState, partnerText, withChanges } from './data.ts';
import { type Server, startRelayProcess, token } from './servers.ts';

const part = 'relay: 10,000 clients';
const clients = 10_000;
const pollSeconds = 5;

interface Polled {
  readonly status: number;
  readonly etag: string | undefined;
  readonly ms: number;
}

/** One client's poll: it sends the ETag that it has. */
function poll(agent: Agent, url: string, etag: string | undefined): Promise<Polled> {
  const start = performance.now();
  const headers = {
    Authorization: `Bearer ${token}`,
    'Accept-Encoding': 'gzip, br',
    ...(etag && { 'If-None-Match': etag }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag, ms: performance.now() - start }),
      );
    });
    // A kept connection may be closed by the relay just when it is used again; clients then ask once more.
    const again = (error: NodeJS.ErrnoException) => sent.reusedSocket && error.code === 'ECONNRESET';
    sent.on('error', (error) => (again(error) ? resolve(poll(agent, url, etag)) : reject(error))).end();
  });
}

/** Every client polls once, evenly over the time; the data change twice meanwhile. */
async function pollAll(url: string, seconds: number): Promise<Polled[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const start = performance.now();
  const { etag: old } = await poll(agent, url, undefined);
  const polls: Promise<Polled>[] = [];
  while (polls.length < clients) {
    const due = Math.min(clients, Math.ceil(((performance.now() - start) / (seconds * 1000)) * clients));
    while (polls.length < due) polls.push(poll(agent, url, old));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const done = await Promise.all(polls);
  agent.destroy();
  return done;
}

/** Partner prices that move twice while the polls last, and all 13 markets. */
function moving(partner: string, all: string, seconds: number): Script {
  const stages = [partner, withChanges(partner, 0.1), withChanges(partner, 0.3)].map((text) => answers(text));
  const markets = answers(all);
  const start = performance.now();
  return (asked, answer) => {
    const stage = Math.min(2, Math.floor((performance.now() - start) / ((seconds * 1000) / 3)));
    return (asked.url === endpoints.partner ? stages[stage] : markets)?.(asked, answer);
  };
}

/** Keeps the 13 markets held and asked for, and watches the memory. */
async function watchMemory(relay: Server, signal: AbortSignal): Promise<number[]> {
  const samples: number[] = [];
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
  while (!signal.aborted) {
    await (await fetch(relay.url + endpoints.prices, { headers })).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 500));
    samples.push(relay.rss());
  }
  return samples;
}

async function measure(env: Record<string, string>, seconds: number) {
  await using stack = new AsyncDisposableStack();
  const state = await openState();
  const script = moving(partnerText(state), allMarketsText(state), seconds);
  const upstream = stack.adopt(await startUpstream(script), (it) => it.close());
  const relayEnv = { RELAY_POLL_SECONDS: String(pollSeconds), ...env };
  const relay = stack.adopt(await startRelayProcess(upstream.url, relayEnv), (it) => it.stop());
  const stop = new AbortController();
  const memory = watchMemory(relay, stop.signal);
  memory.catch(() => undefined);
  const polled = await pollAll(relay.url + endpoints.partner, seconds);
  stop.abort();
  const asked = upstream.seen.filter(({ target }) => target === endpoints.partner).length;
  return { polled, asked, rss: await memory };
}

/** A minute's polls of 10,000 clients, in `seconds`: upstream’s pace, the slowest answers, memory. */
export async function polls(seconds: number): Promise<Row[]> {
  const { polled, asked, rss } = await measure({}, seconds);
  const lean = await measure({ MALLOC_TRIM_THRESHOLD_: '131072' }, seconds);
  const ms = polled.map((one) => one.ms).sort((a, b) => a - b);
  const failed = polled.filter(({ status }) => status !== 200 && status !== 304).length;
  const upstreamBudget = Math.ceil(seconds / pollSeconds) + 1;
  const single = (what: string, unit: string, value: number, budget?: number) =>
    toRow({ part, what, unit, ...(budget !== undefined && { budget }) }, [value]);
  return [
    single(`polls in ${seconds} s, poll period ${pollSeconds} s`, 'polls', polled.length),
    single('answers that are neither 200 nor 304', 'answers', failed, 0),
    single('upstream requests for them', 'requests', asked, upstreamBudget),
    single('median answer', 'ms', ms[Math.floor(ms.length / 2)] ?? Number.NaN),
    single('99 of 100 answers within', 'ms', ms[Math.floor(ms.length * 0.99)] ?? Number.NaN),
    toRow({ part, what: 'memory with 13 markets held, malloc as it is', unit: 'MB' }, rss),
    toRow({ part, what: 'memory with 13 markets held, malloc that trims', unit: 'MB', budget: 250 }, lean.rss),
  ];
}
