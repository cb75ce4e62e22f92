import { hash } from 'node:crypto';
import { join } from 'node:path';
import { limitsFor } from '#relay/limits.ts';
import { createBrowser, type WorldBrowser } from './browsers.ts';
import { type Actor, createActor, createClock } from './clock.ts';
import { bringFaults } from './faults.ts';
import { leaveWorld, type Place, useWorld } from './globals.ts';
import { createInvariants, isOfApi } from './invariants.ts';
import { deeds, type Memory } from './life.ts';
import { createNetwork } from './network.ts';
import { createPriceApi, names } from './price-api.ts';
import { createRandom } from './random.ts';
import { addresses, createRelay } from './relays.ts';
import { createSharedServer } from './shared.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Monday, at midnight. */
const startsAt = Date.UTC(2026, 8, 7);

const people = ['Ann', 'Ben'];

const memoryOf = (own: readonly string[]): Memory => ({
  names: own,
  portfolio: { items: [], sales: [] },
  watched: new Map(),
  changedAt: new Map(),
  unsure: new Set(),
  isPortfolioUnsure: false,
  actedAt: 0,
});

export type World = Awaited<ReturnType<typeof createWorld>>;

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
  const shared = seed % 3 === 1 ? undefined : createSharedServer(clock, random, limitsFor(4096).storeTimeoutMs);
  const relays = addresses.relays
    .slice(0, 1 + ((seed + 2) % 3))
    .map((url, at) =>
      createRelay({ clock, network, shared }, { name: `relay ${at}`, url, folder: join(folder, `${at}`) }),
    );
  const browsers = people.slice(0, 1 + ((seed + 1) % 2)).map((name, at) => {
    const memory = memoryOf(names.filter((_, item) => item % people.length === at));
    return { memory, browser: createBrowser(clock, network, name, `${'abc'[at]}`.repeat(32)) };
  });
  const nodePlace: Place = { fetch: network.fetchOf() };
  const placeOf = (actor: Actor) => browsers.find(({ browser }) => browser.owns(actor))?.browser.place ?? nodePlace;
  useWorld(clock, random, placeOf, (error) => fail(`an error was reported: ${error.stack}`));
  return {
    random,
    clock,
    network,
    api,
    world,
    channel,
    invariants,
    relays,
    shared,
    people: browsers,
    browsers: browsers.map(({ browser }) => browser),
    log,
    fail,
    failures,
    events,
    /** Since when nothing is wrong. */
    calm: { since: startsAt },
    digest: () => digest,
    count: () => count,
  };
}

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
  const { network, invariants, relays, shared } = world;
  network.onServed((arrival) => {
    if (arrival.path.startsWith('/api/watch-list')) invariants.keepList(arrival);
    if (isOfApi(arrival))
      invariants.checkPoll(
        arrival,
        Math.max(shared?.state.troubledAt ?? 0, ...relays.map(({ changedAt }) => changedAt())),
      );
  });
  network.onDelivered((arrival) => {
    if (arrival.path.startsWith('/api/watch-list'))
      invariants.checkList(arrival, (since) => world.browsers.some(({ killedAt }) => killedAt() >= since));
  });
}

function watchMessages(world: World): void {
  const { invariants, network } = world;
  const check = (who: string, text: string): void => {
    const lines = text.split('\n');
    for (const { memory } of world.people)
      for (const [name, alert] of memory.watched) {
        if (alert && 'cents' in alert && lines.some((line) => line.startsWith(`${name}:`)))
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

/** Once all has been well for longer than a relay is asked again, it knows the list. */
async function checkKept({ clock, calm, invariants }: World, { browser, memory }: World['people'][number]) {
  const quietSince = Math.max(memory.actedAt, calm.since, browser.startedAt());
  if (!browser.isOpen() || browser.local.isFull || clock.now() - quietSince < 40 * minuteMs) return;
  const { settings } = await browser.local.get('settings');
  invariants.checkKept(browser.name, Object(settings).relay.url, memory);
}

function bringPeople(world: World): void {
  const { random, people, log, clock } = world;
  const sleep = async (browser: WorldBrowser): Promise<void> => {
    await clock.sleep(random.between(10, 16) * hourMs);
    log(`${browser.name} closes the browser`);
    browser.close();
    await clock.sleep(random.between(8, 10) * hourMs);
    browser.start(random.chance(0.5));
  };
  const all = Object.values(deeds).flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed));
  const act = async ({ browser, memory }: World['people'][number]): Promise<void> => {
    if (!browser.isOpen()) return;
    const deed = all[random.below(all.length)];
    memory.actedAt = clock.now();
    if (deed)
      log(`${browser.name} ${await Promise.resolve(deed(world, browser, memory)).catch((error) => `fails: ${error}`)}`);
  };
  for (const person of people) {
    often(
      world,
      () => random.wait(90 * minuteMs),
      () => act(person),
    );
    often(
      world,
      () => hourMs,
      () => checkKept(world, person),
    );
    often(
      world,
      () => 0,
      () => sleep(person.browser),
    );
  }
}

export async function liveWorld(seed: number, days: number, folder: string) {
  const world = await createWorld(seed, folder);
  const { clock, relays, browsers, api, invariants, failures, random } = world;
  try {
    watchNetwork(world);
    watchMessages(world);
    for (const relay of relays) void relay.start().catch((error) => world.fail(String(error)));
    for (const browser of browsers) {
      void browser.local.set({ settings: { relay: { url: random.pick(relays).url, token: '' }, watchRelay: true } });
      browser.install('install');
    }
    often(world, () => random.between(25, 35) * minuteMs, api.move);
    bringFaults(world);
    bringPeople(world);
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
