import { refuses } from '../relay/upstream.ts';
import type { ChaosAction } from './action.ts';
import { networkConditions } from './faulty-network.ts';
import { type ChaosRun, upstreamFaults, validKey } from './run.ts';
import { pick } from './sequence.ts';

/** Restarts the relay with a key. */
async function restart(run: ChaosRun, key: string): Promise<void> {
  await run.relay.stop();
  await run.relay.start(key);
  run.relayKey = key;
}

/** Actions on the price API, the relay and the network. */
export const stackActions: Readonly<Record<string, ChaosAction>> = {
  'upstream fails': {
    weight: 4,
    perform: async ({ priceApi }, random) => {
      const [name, fault] = pick(upstreamFaults, random);
      priceApi.setFault(fault);
      return name;
    },
  },
  'upstream is busy': {
    weight: 1,
    perform: async ({ priceApi }, random) => {
      const seconds = 1 + Math.floor(random() * 3);
      priceApi.setFault(refuses(429, { 'Retry-After': String(seconds) }));
      return `429 for ${seconds} s`;
    },
  },
  'upstream has nothing': {
    weight: 1,
    perform: async ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(false);
      return '503 of its own';
    },
  },
  'upstream recovers': {
    weight: 6,
    perform: async ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(true);
      return 'and has data';
    },
  },
  'prices move': {
    weight: 5,
    perform: async ({ priceApi }) => {
      await priceApi.movePrices();
      return `to version ${priceApi.versions.length}`;
    },
  },
  'relay is killed': {
    weight: 2,
    perform: async ({ relay }) => {
      await relay.kill();
      return 'with SIGKILL';
    },
  },
  'relay starts': {
    weight: 5,
    perform: async (run) => {
      if (run.relay.isRunning() && run.relayKey === validKey) return 'it runs already';
      await restart(run, validKey);
      return 'with its key';
    },
  },
  'relay is restarted': {
    weight: 1,
    perform: async (run) => {
      await restart(run, validKey);
      return 'after it ended in order';
    },
  },
  'relay gets a wrong key': {
    weight: 1,
    perform: async (run) => {
      await restart(run, 'another-key');
      return 'which the price API refuses';
    },
  },
  'network turns': {
    weight: 3,
    perform: async ({ network }, random) => {
      await network.setCondition(pick(networkConditions, random));
      return network.condition();
    },
  },
  'network heals': {
    weight: 5,
    perform: async ({ network }) => {
      await network.setCondition('open');
      return 'open';
    },
  },
};
