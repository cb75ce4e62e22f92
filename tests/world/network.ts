import { type Actor, type Clock, createActor, whileAlive } from './clock.ts';
import type { Random } from './random.ts';

export interface Server {
  readonly actor: Actor;
  readonly handle: (request: Request) => Response | Promise<Response>;
}

export type Weather = 'open' | 'slow' | 'cut' | 'silent' | 'lossy' | 'rubbish' | 'twice' | 'late';

export const weathers: readonly Weather[] = ['slow', 'cut', 'silent', 'lossy', 'rubbish', 'twice', 'late'];

export interface Arrival {
  readonly at: number;
  readonly from: Actor;
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const rubbish: readonly (() => Response)[] = [
  () => new Response('<html>Welcome to the hotel</html>', { headers: { 'Content-Type': 'text/html' } }),
  () => new Response('{"a":{"price_buff":', { headers: { ETag: '"half"' } }),
  () => new Response('[1,2,3]', { headers: { 'Content-Type': 'application/json' } }),
  () => new Response('', { status: 500 }),
  () => new Response(null, { status: 302, headers: { Location: 'https://hotel.example/' } }),
  () => new Response('busy', { status: 429, headers: { 'Retry-After': '120' } }),
];

export type Network = ReturnType<typeof createNetwork>;

export function createNetwork(clock: Clock, random: Random, log: (text: string) => void) {
  const servers = new Map<string, Server>();
  const weather = new Map<string, Weather>();
  const served: ((arrival: Arrival) => void)[] = [];
  const delivered: ((arrival: Arrival) => void)[] = [];
  const arrivals = new WeakMap<Response, Arrival>();
  const serve = async (request: Request, from: Actor, isRepeat = false): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    const server = servers.get(origin);
    if (!server?.actor.isAlive) throw new TypeError('nobody listens');
    const [body, at] = [request.body ? await request.clone().text() : '', clock.now()];
    const { actor } = server;
    // A server that ends meanwhile answers nobody.
    const answer = await whileAlive(
      actor,
      clock.as(actor, async () => copyOf(await server.handle(request), Date.now())),
    );
    const { status } = answer;
    const arrival: Arrival = { at, from, to: origin, method: request.method, path: pathname + search, body, status };
    arrivals.set(answer, arrival);
    // The network's doing is nobody's fault.
    if (!isRepeat) for (const listener of served) listener(arrival);
    log(`${from.name} ${request.method} ${origin}${pathname} ${answer.status}`);
    return answer;
  };
  const travel = async (request: Request, from: Actor, to: string): Promise<Response> => {
    const state = weather.get(`${from.name} ${to}`) ?? weather.get(to) ?? 'open';
    const there = state === 'slow' ? random.between(5000, 40_000) : random.between(5, 300);
    await clock.sleep(there);
    if (state === 'silent') return new Promise(() => undefined);
    if (state === 'cut') throw new TypeError('no way');
    if (state === 'rubbish') return random.pick(rubbish)();
    if (state === 'twice') void serve(request.clone(), from, true).catch(() => undefined);
    const answer = await serve(request, from);
    await clock.sleep(state === 'late' ? random.between(10_000, 120_000) : random.between(5, 300));
    // What arrived is done, but whoever asked does not know.
    if (state === 'lossy' && random.chance(0.5))
      throw Object.assign(new TypeError('reset'), { cause: { code: 'ECONNRESET' } });
    return answer;
  };
  const wire = createActor('wire');
  return {
    servers,
    weather,
    /** Tells of each request that a server has answered. */
    onServed: (listener: (arrival: Arrival) => void) => void served.push(listener),
    /** Tells of each answer that whoever asked has got. */
    onDelivered: (listener: (arrival: Arrival) => void) => void delivered.push(listener),
    fetchOf:
      (headers: Readonly<Record<string, string>> = {}): typeof fetch =>
      async (input, init) => {
        const asked = new Request(input, withoutSignal(init));
        for (const [name, value] of Object.entries(headers)) asked.headers.set(name, value);
        const from = clock.actor();
        const sent = clock.as(wire, () => travel(asked, from, new URL(asked.url).origin));
        return new Promise((resolve, reject) => {
          const { signal } = init ?? {};
          const stop = () => reject(signal?.reason);
          if (signal?.aborted) stop();
          signal?.addEventListener('abort', stop, { once: true });
          sent.then(
            (answer) => {
              const arrival = arrivals.get(answer);
              if (!from.isAlive || signal?.aborted) return;
              if (arrival) for (const listener of delivered) listener(arrival);
              resolve(answer);
            },
            (error) => from.isAlive && reject(error),
          );
        });
      },
  };
}

const withoutSignal = ({ signal: _, ...init }: RequestInit = {}): RequestInit => init;

/** What a client gets: decoded, as `fetch` does, and with the time at which a server of Node's sends it. */
async function copyOf(answer: Response, at: number): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete('Content-Encoding');
  headers.set('Date', new Date(at).toUTCString());
  const isEmpty = answer.status === 204 || answer.status === 304;
  return new Response(isEmpty ? null : await answer.arrayBuffer(), { status: answer.status, headers });
}
