import { open, stat } from 'node:fs/promises';
import { until } from '#demo/until.ts';
import { faults } from '../relay/faults.ts';
import { refuses } from '../relay/upstream.ts';
import { checkItemPast, checkKey } from './checks.ts';
import { networkConditions } from './network.ts';
import { type Actions, type Run, validKey } from './run.ts';
import { pick, type Random } from './sequence.ts';

/** Faults of the price API. The body that exceeds the limit of the relay's tests is within this relay's limit. */
const upstreamFaults = faults.filter(([name]) => name !== 'a body over the limit' && name !== '429');

async function restart(run: Run, key: string): Promise<void> {
  await run.relay.end('SIGTERM');
  await run.relay.start(key);
  run.relayKey = key;
}

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
const noAnswer = (): undefined => undefined;

/** The fields by name; `undefined` while the relay does not answer. */
async function readHiddenFields({ relay }: Run): Promise<URLSearchParams | undefined> {
  const url = relay.pageUrl();
  if (url === undefined) return undefined;
  const request = { signal: AbortSignal.timeout(5000) };
  const page = await fetch(url, request).then((answer) => (answer.ok ? answer.text() : undefined), noAnswer);
  if (page === undefined) return undefined;
  return new URLSearchParams([...page.matchAll(hiddenField)].map(([, name = '', value = '']) => [name, value]));
}

/** Sends a form of the status page, as its button does. Describes the answer. */
async function submit(run: Run, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
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

const invitation = { inviteName: 'a guest' };

const networkActions: Actions = {
  'upstream fails': [
    4,
    ({ priceApi }, random) => {
      const [name, fault] = pick(upstreamFaults, random);
      priceApi.setFault(fault);
      return name;
    },
  ],
  'upstream limits the rate': [
    1,
    ({ priceApi }, random) => priceApi.setFault(refuses(429, { 'Retry-After': String(1 + Math.floor(random() * 3)) })),
  ],
  'upstream has no data': [
    1,
    ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(false);
    },
  ],
  'upstream recovers': [
    6,
    ({ priceApi }) => {
      priceApi.setFault(undefined);
      priceApi.setHasData(true);
    },
  ],
  'prices move': [5, ({ priceApi }) => priceApi.movePrices()],
  'network fails': [
    4,
    async ({ network }, random) => {
      await network.setCondition(pick(networkConditions, random));
      return network.condition();
    },
  ],
  'network recovers': [5, ({ network }) => network.setCondition('open')],
};

const relayActions: Actions = {
  'relay is killed': [2, ({ relay }) => relay.end('SIGKILL')],
  'relay starts': [
    5,
    async (run) => {
      if (run.relay.isRunning() && run.relayKey === validKey) return 'already running';
      await restart(run, validKey);
      return 'with the valid key';
    },
  ],
  'relay is restarted': [1, (run) => restart(run, validKey)],
  'relay gets a wrong key': [1, (run) => restart(run, 'another-key')],
  'history is damaged': [
    1,
    async (run, random) => {
      await run.relay.end('SIGKILL');
      const what = await damage(run.relay.historyFile, random);
      await run.relay.start(validKey);
      run.relayKey = validKey;
      return what;
    },
  ],
  'history is asked': [
    3,
    async (run, random) => {
      const name = pick([...(run.priceApi.versions[0]?.rows.keys() ?? [])], random);
      const { state, failures } = await checkItemPast(run, name);
      run.problems.push(...failures);
      return `${name}: ${state}`;
    },
  ],
  // From then on the relay refuses the token of the extension.
  'relay invites somebody': [1, (run) => submit(run, '/setup/invite', { ...invitation, publicUrl: run.relay.url })],
  'relay opens up': [
    3,
    async (run) => {
      const hidden = await readHiddenFields(run);
      for (const id of new Set(hidden?.getAll('id'))) await submit(run, '/setup/revoke', { id });
      return submit(run, '/setup/open-up', {});
    },
  ],
  'relays are searched for the key': [3, async (run) => void run.problems.push(...(await checkKey(run)))],
  'extension changes the relay': [
    2,
    ({ network, relay, otherRelay }) => network.setTarget((network.target() === relay.port ? otherRelay : relay).port),
  ],
  'other relay is killed': [1, ({ otherRelay }) => otherRelay.end('SIGKILL')],
  'other relay starts': [3, ({ otherRelay }) => otherRelay.start(validKey)],
  'store is killed': [
    1,
    async ({ store, relay, otherRelay }) => {
      // A relay that is just starting would end: without its store it does not start.
      for (const { isRunning, pageUrl } of [relay, otherRelay])
        await until('a relay that starts', async () => !isRunning() || pageUrl() !== undefined || undefined);
      await store?.kill();
    },
  ],
  'store starts': [3, ({ store }) => store?.start()],
};

export const stackActions: Actions = { ...networkActions, ...relayActions };
