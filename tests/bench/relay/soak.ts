import { endpoints } from '#protocol/price-api.ts';
import { faults } from '../../relay/faults.ts';
import { answers, partnerRows, refuses, type Script, startUpstream } from '../../relay/upstream.ts';
import { median, type Row, toRow } from '../row.ts';
import { type Server, startRelayProcess, token } from './servers.ts';

const part = 'relay: soak';
const workers = 24;
const updated_at = '2026-11-20T10:00:00.000Z';
const items = (seed: number) => ({
  'AK-47 | Redline (Field-Tested)': { buff163: { price: 1000 + seed }, coins: seed + 1 },
});

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];

/** What upstream says when it is well: new data every so often. */
function healthy(turn: number): Script {
  const seed = Math.floor(turn / 20) % 50;
  const bodies: Record<string, unknown> = {
    [endpoints.partner]: partnerRows(3000, seed),
    [endpoints.csgoroll]: { updated_at, items: items(seed) },
  };
  return (request, response) => {
    const body = bodies[request.url ?? ''] ?? { updated_at, markets: ['buff163'], items: items(seed) };
    return answers(body)(request, response);
  };
}

/** As the relay's tests have them, but a pause that upstream asks for lasts a second, not a minute. */
const scripts = faults.map(([name, script]) => (name === '429' ? refuses(429, { 'Retry-After': '1' }) : script));

/** Fails in a way taken at random, two times in three. */
function failing(): Script {
  let turn = 0;
  return (request, response) => {
    const fault = Math.random() < 2 / 3 ? pick(scripts) : undefined;
    (fault ?? healthy(turn++))(request, response);
  };
}

const targets = [
  endpoints.partner,
  endpoints.csgoroll,
  endpoints.prices,
  `${endpoints.csgoroll}?min=1`,
  `${endpoints.prices}?markets=buff163,youpin`,
  `${endpoints.prices}?markets=youpin,buff163&max=900`,
];
const codings = ['br', 'gzip', 'zstd', 'identity', 'gzip, br, zstd'];

interface Tally {
  requests: number;
  /** Answers that are no data to a client whose data the relay has. */
  errors: string[];
  readonly held: Set<string>;
  readonly etags: Map<string, string>;
}

async function askOnce(url: string, tally: Tally): Promise<void> {
  const target = pick(targets) ?? endpoints.partner;
  const etag = Math.random() < 0.5 ? tally.etags.get(target) : undefined;
  const wasHeld = tally.held.has(target);
  const got = await fetch(url + target, {
    headers: {
      Authorization: `Bearer ${token}`,
      'Accept-Encoding': pick(codings) ?? 'br',
      ...(etag && { 'If-None-Match': etag }),
    },
  });
  await got.arrayBuffer();
  tally.requests++;
  if (got.status === 200) tally.etags.set(target, got.headers.get('ETag') ?? '');
  if (got.status === 200 || got.status === 304) tally.held.add(target);
  else if (wasHeld) tally.errors.push(`${got.status} ${target}`);
}

interface Sample {
  readonly rss: number;
  readonly files: number;
}

/** Clients that ask until the time is over; meanwhile memory and open files once a second. */
async function drive(relay: Server, seconds: number, tally: Tally): Promise<Sample[]> {
  const end = performance.now() + seconds * 1000;
  const samples: Sample[] = [];
  const client = async () => {
    while (performance.now() < end) {
      await askOnce(relay.url, tally);
      await new Promise((resolve) => setTimeout(resolve, 20 * Math.random()));
    }
  };
  const watch = async () => {
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      samples.push({ rss: relay.rss(), files: relay.openFiles() });
    }
  };
  await Promise.all([watch(), ...Array.from({ length: workers }, client)]);
  return samples;
}

/** Growth from the second quarter of the time to the last: the first is spent warming up. */
function growth(samples: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return median(samples.slice(-quarter)) - median(samples.slice(quarter, 2 * quarter));
}

/** Mixed load while upstream fails at random (all faults but 401, which is told to clients by design). */
export async function soak(seconds: number): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.adopt(await startUpstream(failing()), (it) => it.close());
  const env = { RELAY_POLL_SECONDS: '0.2', RELAY_BENCH: 'soak', MALLOC_TRIM_THRESHOLD_: '131072' };
  const relay = stack.adopt(await startRelayProcess(upstream.url, env), (it) => it.stop());
  const tally: Tally = { requests: 0, errors: [], held: new Set(), etags: new Map() };
  const samples = await drive(relay, seconds, tally);
  const single = (what: string, unit: string, value: number, budget?: number) =>
    toRow({ part, what, unit, ...(budget !== undefined && { budget }) }, [value]);
  if (tally.errors.length > 0) process.stderr.write(`soak: ${tally.errors.slice(0, 5).join(', ')}\n`);
  return [
    single(`requests in ${seconds} s`, 'requests', tally.requests),
    single('upstream requests, two in three failing', 'requests', upstream.seen.length),
    single('errors to clients whose data are held', 'errors', tally.errors.length, 0),
    single('growth of memory', 'MB', growth(samples.map(({ rss }) => rss)), 15),
    single('growth of open files', 'files', growth(samples.map(({ files }) => files)), 5),
  ];
}
