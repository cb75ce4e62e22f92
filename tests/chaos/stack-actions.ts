import { refuses } from '../relay/upstream.ts';
import type { ChaosAction } from './action.ts';
import { networkConditions } from './faulty-network.ts';
import { type ChaosRun, upstreamFaults, validKey } from './run.ts';
import { pick } from './sequence.ts';

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
  'upstream limits the rate': {
    weight: 1,
    perform: async ({ priceApi }, random) => {
      const seconds = 1 + Math.floor(random() * 3);
      priceApi.setFault(refuses(429, { 'Retry-After': String(seconds) }));
      return `429 for ${seconds} s`;
    },
  },
  'upstream has no data': {
    weight: 1,
    perform: async ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(false);
      return 'responds with 503';
    },
  },
  'upstream recovers': {
    weight: 6,
    perform: async ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(true);
      return 'without faults';
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
      return 'SIGKILL';
    },
  },
  'relay starts': {
    weight: 5,
    perform: async (run) => {
      if (run.relay.isRunning() && run.relayKey === validKey) return 'already running';
      await restart(run, validKey);
      return 'with the valid key';
    },
  },
  'relay is restarted': {
    weight: 1,
    perform: async (run) => {
      await restart(run, validKey);
      return 'after SIGTERM';
    },
  },
  'relay gets a wrong key': {
    weight: 1,
    perform: async (run) => {
      await restart(run, 'another-key');
      return 'which the price API rejects';
    },
  },
  'network fails': {
    weight: 3,
    perform: async ({ network }, random) => {
      await network.setCondition(pick(networkConditions, random));
      return network.condition();
    },
  },
  'network recovers': {
    weight: 5,
    perform: async ({ network }) => {
      await network.setCondition('open');
      return 'open';
    },
  },
};
