import { hash } from 'node:crypto';
import { join } from 'node:path';
import { createBrowser, type WorldBrowser } from './browsers.ts';
import { createActor, createClock } from './clock.ts';
import { leaveWorld, type Place, useWorld } from './globals.ts';
import { createInvariants, isOfApi } from './invariants.ts';
import { deeds, type Memory } from './life.ts';
import { createNetwork, weathers } from './network.ts';
import { createPriceApi, names } from './price-api.ts';
import { createRandom } from './random.ts';
import { addresses, createRelay } from './relays.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Monday, at midnight. */
const startsAt = Date.UTC(2026, 8, 7);

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A world: a price API, relays, browsers, people, and what comes between them. */
async function createWorld(seed: number, folder: string) {
  const random = createRandom(seed);
  const clock = createClock(startsAt);
  const [events, failures] = [[] as string[], [] as string[]];
  let [digest, count] = ['', 0];
  const log = (text: string): void => {
    const line = `${new Date(clock.now()).toISOString()} ${text}`;
    digest = hash('sha256', digest + line);
    count++;
    events.push(line);
    if (events.length > 20) events.shift();
  };
  const fail = (what: string): void => {
    log(`WRONG: ${what}`);
    failures.push(what);
  };
  const network = createNetwork(clock, random, log);
  const api = createPriceApi(random, clock.now);
  const world = createActor('world');
  const channel: string[] = [];
  const invariants = createInvariants(clock, api, fail);
  network.servers.set(addresses.priceApi, { actor: world, handle: api.handle });
  network.servers.set(addresses.channel, {
    actor: world,
    handle: async (request) => {
      channel.push(await request.text());
      return new Response();
    },
  });
  const relay = createRelay(clock, network, { name: 'relay', url: addresses.relays[0], folder: join(folder, 'relay') });
  const browser = createBrowser(clock, network, 'Ann', 'a'.repeat(32));
  const nodePlace: Place = { fetch: network.fetchOf() };
  useWorld(clock, random, (actor) => (browser.owns(actor) ? browser.place : nodePlace));
  return {
    random,
    clock,
    network,
    api,
    world,
    channel,
    invariants,
    relays: [relay],
    browsers: [browser],
    log,
    fail,
    failures,
    events,
    digest: () => digest,
    count: () => count,
  };
}

/** Does something again and again, at times that chance draws. */
function often({ clock, world, fail }: World, waitMs: () => number, act: () => unknown): void {
  const run = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(waitMs());
      await Promise.resolve(act()).catch((error) => fail(`a step failed: ${error}`));
    }
  };
  clock.as(world, () => void run().catch((error) => fail(String(error))));
}

function watchNetwork(world: World): void {
  const { network, invariants, relays } = world;
  network.onServed((arrival) => {
    if (isOfApi(arrival)) invariants.checkPoll(arrival, Math.max(...relays.map(({ startedAt }) => startedAt())));
  });
  network.onDelivered((arrival) => {
    if (arrival.path.startsWith('/api/watch-list'))
      invariants.checkList(arrival, (since) => world.browsers.some(({ killedAt }) => killedAt() >= since));
  });
}

function watchMessages(world: World, memory: Memory): void {
  const { invariants, network } = world;
  const check = (who: string, text: string): void => {
    for (const name of names) {
      const alert = memory.watched.get(name);
      if (alert && 'cents' in alert && text.includes(`${name}:`))
        invariants.checkCrossing(who, name, alert.cents, memory.changedAt.get(name) ?? 0);
    }
  };
  network.onServed((arrival) => {
    if (arrival.to === addresses.channel) check('the channel', arrival.body);
  });
  for (const browser of world.browsers)
    browser.onNotice(({ id, title, message }) =>
      check(browser.name, id === `watch:${title}` ? `${title}: ${message}` : message),
    );
}

function bringFaults(world: World): void {
  const { random, network, relays, api, log, clock } = world;
  const ways = [`relay ${addresses.priceApi}`, `Ann ${addresses.relays[0]}`, `relay ${addresses.channel}`];
  const faults: readonly (() => string)[] = [
    () => {
      const [way, weather] = [random.pick(ways), random.pick(weathers)];
      network.weather.set(way, weather);
      return `${way} is ${weather}`;
    },
    () => {
      api.fault.hasData = false;
      return 'the price API has no data';
    },
    () => {
      api.fault.keeps = random.pick([1, 0.9, 0.3]);
      return `the price API keeps ${api.fault.keeps} of its items`;
    },
    () => {
      const relay = random.pick(relays);
      relay.disk.state.now = random.pick(['full', 'hangs'] as const);
      return `the disk of ${relay.name} is ${relay.disk.state.now}`;
    },
    () => {
      const relay = random.pick(relays);
      relay.kill();
      return `${relay.name} ends`;
    },
  ];
  const heal = async (): Promise<void> => {
    network.weather.clear();
    Object.assign(api.fault, { hasData: true, keeps: 1 });
    for (const relay of relays) {
      relay.disk.state.now = 'well';
      if (!relay.isRunning()) await relay.start();
    }
    log('all is well');
  };
  const live = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(random.wait(8 * hourMs));
      for (let more = true; more; more = random.chance(0.4)) {
        log(random.pick(faults)());
        await clock.sleep(random.wait(10 * minuteMs));
      }
      await clock.sleep(random.wait(random.pick([minuteMs, hourMs, 6 * hourMs])));
      await heal();
    }
  };
  clock.as(world.world, () => void live().catch((error) => world.fail(String(error))));
}

function bringPeople(world: World, memory: Memory): void {
  const { random, browsers, log, clock } = world;
  const all = Object.values(deeds).flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed));
  const act = async (browser: WorldBrowser): Promise<void> => {
    // Nobody is there at night.
    if (new Date(clock.now()).getUTCHours() < 8) return;
    const deed = all[random.below(all.length)];
    if (deed)
      log(`${browser.name} ${await Promise.resolve(deed(world, browser, memory)).catch((error) => `fails: ${error}`)}`);
  };
  for (const browser of browsers)
    often(
      world,
      () => random.wait(40 * minuteMs),
      () => act(browser),
    );
}

export interface Life {
  readonly seed: number;
  readonly failures: readonly string[];
  readonly events: readonly string[];
  readonly digest: string;
  readonly count: number;
}

/** Lives so many days. */
export async function liveWorld(seed: number, days: number, folder: string): Promise<Life> {
  const world = await createWorld(seed, folder);
  const { clock, relays, browsers, api, invariants, failures, random } = world;
  try {
    const memory: Memory = {
      portfolio: { items: [], sales: [] },
      watched: new Map(),
      changedAt: new Map(),
      unsure: new Set(),
      isPortfolioUnsure: false,
    };
    watchNetwork(world);
    watchMessages(world, memory);
    for (const relay of relays) void relay.start().catch((error) => world.fail(String(error)));
    for (const browser of browsers) {
      browser.local.values.set('settings', { relay: { url: relays[0]?.url, token: '' }, watchRelay: true });
      browser.fire('installed', { reason: 'install' });
    }
    often(world, () => random.between(8, 20) * minuteMs, api.move);
    bringFaults(world);
    bringPeople(world, memory);
    for (let day = 1; day <= days && failures.length === 0; day++) {
      await clock.live(startsAt + day * dayMs, () => failures.length > 0);
      invariants.checkBounds(relays, browsers);
      api.forget(clock.now() - 30 * dayMs);
    }
    return { seed, failures, events: [...world.events], digest: world.digest(), count: world.count() };
  } finally {
    for (const relay of relays) relay.kill();
    leaveWorld();
  }
}
