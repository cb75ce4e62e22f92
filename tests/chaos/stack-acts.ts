import { refuses } from '../relay/upstream.ts';
import type { Act } from './act.ts';
import { type Day, goodKey, upstreamFaults } from './day.ts';
import { moods } from './network.ts';
import { pick } from './sequence.ts';

/** Starts the relay with a key, after whatever it did before. */
async function restart(day: Day, key: string): Promise<void> {
  await day.relay.stop();
  await day.relay.start(key);
  day.relayKey = key;
}

/** What happens to the price service, the relay and the network. */
export const stackActs: Readonly<Record<string, Act>> = {
  'upstream fails': {
    weight: 4,
    run: async ({ service }, draw) => {
      const [name, fault] = pick(upstreamFaults, draw);
      service.play(fault);
      return name;
    },
  },
  'upstream is busy': {
    weight: 1,
    run: async ({ service }, draw) => {
      const seconds = 1 + Math.floor(draw() * 3);
      service.play(refuses(429, { 'Retry-After': String(seconds) }));
      return `429 for ${seconds} s`;
    },
  },
  'upstream has nothing': {
    weight: 1,
    run: async ({ service }) => {
      service.play(undefined);
      service.provide(false);
      return '503 of its own';
    },
  },
  'upstream recovers': {
    weight: 6,
    run: async ({ service }) => {
      service.play(undefined);
      service.provide(true);
      return 'and has data';
    },
  },
  'prices move': {
    weight: 5,
    run: async ({ service }) => {
      await service.move();
      return `to version ${service.versions.length}`;
    },
  },
  'relay is killed': {
    weight: 2,
    run: async ({ relay }) => {
      await relay.kill();
      return 'with SIGKILL';
    },
  },
  'relay starts': {
    weight: 5,
    run: async (day) => {
      if (day.relay.runs() && day.relayKey === goodKey) return 'it runs already';
      await restart(day, goodKey);
      return 'with its key';
    },
  },
  'relay is restarted': {
    weight: 1,
    run: async (day) => {
      await restart(day, goodKey);
      return 'after it ended in order';
    },
  },
  'relay gets a wrong key': {
    weight: 1,
    run: async (day) => {
      await restart(day, 'another-key');
      return 'which the price API refuses';
    },
  },
  'network turns': {
    weight: 3,
    run: async ({ network }, draw) => {
      await network.turn(pick(moods, draw));
      return network.mood();
    },
  },
  'network heals': {
    weight: 5,
    run: async ({ network }) => {
      await network.turn('open');
      return 'open';
    },
  },
};
