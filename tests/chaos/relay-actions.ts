import { open, stat } from 'node:fs/promises';
import { until } from '#demo/until.ts';
import type { ChaosAction } from './action.ts';
import { type ChaosRun, validKey } from './run.ts';
import { checkItemPast } from './run-checks.ts';
import { pick, type Random } from './sequence.ts';

/** Bytes of a database's page, and of the part that an action overwrites. */
const pageBytes = 4096;

/** Overwrites a page of a file in the middle, as a bad disk does, or cuts the file there. */
async function damage(path: string, random: Random): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return 'no history is kept yet';
  const at = Math.floor((random() * size) / pageBytes) * pageBytes;
  await using file = await open(path, 'r+');
  if (random() < 0.3) {
    await file.truncate(at);
    return `cut after ${at} bytes`;
  }
  await file.write(Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, at);
  return `overwritten at ${at} of ${size} bytes`;
}

/** The hidden fields of the status page's forms, in the order of the page. */
const hiddenField = /<input type="hidden" name="(\w+)" value="([^"]*)"/g;

/** The fields by name; `undefined` while the relay does not answer. */
async function readHiddenFields({ relay }: ChaosRun): Promise<URLSearchParams | undefined> {
  const url = relay.pageUrl();
  if (url === undefined) return undefined;
  const request = { signal: AbortSignal.timeout(5000) };
  const page = await fetch(url, request).then((answer) => (answer.ok ? answer.text() : undefined), noAnswer);
  if (page === undefined) return undefined;
  return new URLSearchParams([...page.matchAll(hiddenField)].map(([, name = '', value = '']) => [name, value]));
}

const noAnswer = (): undefined => undefined;

/** Sends a form of the status page, as its button does. Describes the answer. */
async function submit(run: ChaosRun, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const hidden = await readHiddenFields(run);
  if (!hidden) return 'the page does not answer';
  const { origin } = new URL(run.relay.url);
  const [session = '', revision = ''] = [hidden.get('session') ?? '', hidden.get('revision') ?? ''];
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ session, revision, ...fields }),
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  }).catch(noAnswer);
  await answer?.arrayBuffer().catch(noAnswer);
  return answer ? `answered with ${answer.status}` : 'no answer';
}

const invitation = { inviteName: 'a guest', requestsPerMinute: '60', upstreamPerMinute: '10' };

/** Actions on the relay's history, its status page and the relays that share a store with it. */
export const relayActions: Readonly<Record<string, ChaosAction>> = {
  'history is damaged': {
    weight: 1,
    perform: async (run, random) => {
      await run.relay.kill();
      const what = await damage(run.relay.historyFile, random);
      await run.relay.start(validKey);
      run.relayKey = validKey;
      return what;
    },
  },
  'history is asked': {
    weight: 3,
    perform: async (run, random) => {
      const name = pick([...(run.priceApi.versions[0]?.rows.keys() ?? [])], random);
      const { state, failures } = await checkItemPast(run, name);
      run.problems.push(...failures);
      return `${name}: ${state}`;
    },
  },
  'relay invites somebody': {
    weight: 1,
    // From now on the relay wants a token, which the extension does not have.
    perform: (run) => submit(run, '/setup/invite', { ...invitation, publicUrl: run.relay.url }),
  },
  'relay opens up': {
    weight: 3,
    perform: async (run) => {
      const hidden = await readHiddenFields(run);
      for (const id of new Set(hidden?.getAll('id'))) await submit(run, '/setup/revoke', { id });
      return submit(run, '/setup/open-up', {});
    },
  },
  'extension changes the relay': {
    weight: 2,
    perform: async (run) => {
      const other = run.network.target() === run.relay.port ? run.otherRelay : run.relay;
      run.network.setTarget(other.port);
      return `to the one at ${other.port}`;
    },
  },
  'other relay is killed': {
    weight: 1,
    perform: async ({ otherRelay }) => {
      await otherRelay.kill();
      return 'SIGKILL';
    },
  },
  'other relay starts': {
    weight: 3,
    perform: async ({ otherRelay }) => {
      await otherRelay.start(validKey);
      return 'with the valid key';
    },
  },
  'store is killed': {
    weight: 1,
    perform: async ({ store, relay, otherRelay }) => {
      // A relay that is just starting would end: without its store it does not start.
      for (const { isRunning, pageUrl } of [relay, otherRelay])
        await until('a relay that starts', async () => !isRunning() || pageUrl() !== undefined || undefined);
      await store?.kill();
      return store ? 'SIGKILL' : 'there is none on this machine';
    },
  },
  'store starts': {
    weight: 3,
    perform: async ({ store }) => {
      await store?.start();
      return store ? 'empty' : 'there is none on this machine';
    },
  },
};
