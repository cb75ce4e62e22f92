import { weathers } from './network.ts';
import { addresses } from './relays.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What may go wrong: each says what it did. */
function faultsOf(world: World): readonly (() => string)[] {
  const { random, network, relays, api, shared } = world;
  const ways = [
    ...relays.flatMap(({ name }) => [`${name} ${addresses.priceApi}`, `${name} ${addresses.channel}`]),
    ...world.browsers.flatMap(({ name }) => relays.map(({ url }) => `${name} ${url}`)),
  ];
  return [
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
    () => {
      const next = random.pick(['slow', 'away', 'forgets'] as const);
      if (next === 'forgets') shared?.forget();
      else shared?.set(next);
      return shared ? `the store is ${next}` : 'nothing happens';
    },
  ];
}

export function bringFaults(world: World): void {
  const { random, network, relays, api, shared, log, clock, calm } = world;
  const faults = faultsOf(world);
  const heal = async (): Promise<void> => {
    network.weather.clear();
    if (shared?.state.now !== 'well') shared?.set('well');
    Object.assign(api.fault, { hasData: true, keeps: 1 });
    for (const relay of relays) {
      relay.disk.state.now = 'well';
      if (!relay.isRunning()) await relay.start();
    }
    calm.since = clock.now();
    log('all is well');
  };
  const live = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(random.wait(8 * hourMs));
      for (let more = true; more; more = random.chance(0.4)) {
        calm.since = Number.POSITIVE_INFINITY;
        log(random.pick(faults)());
        await clock.sleep(random.wait(10 * minuteMs));
      }
      await clock.sleep(random.wait(random.pick([minuteMs, 10 * minuteMs, hourMs])));
      await heal();
    }
  };
  clock.as(world.world, () => void live().catch((error) => world.fail(String(error))));
}
