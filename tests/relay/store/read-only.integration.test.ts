/** @module-tag full */
import { once } from 'node:events';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { runReady } from '../relay-process.ts';
import { get, jsonOf, partner, startTestRelay, until } from '../test-relay.ts';
import { answers, partnerRows, refuses } from '../upstream.ts';

/** No permission binds root, so root lets somebody else run the relay. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

/** The folder and the upstream of a relay whose prices are a minute old; nobody may write there. */
async function makeReadOnlyFolder(rows: object) {
  const before = await startTestRelay(answers(rows));
  await before.get(partner);
  await before.close();
  const folder = join(before.folder, 'cache');
  const database = new DatabaseSync(join(folder, 'relay.db'));
  database.exec('UPDATE answers SET confirmed_at = confirmed_at - 60000');
  database.close();
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o444);
  await chmod(folder, 0o555);
  await chmod(before.folder, 0o755);
  return { folder, upstream: before.upstream };
}

test.skipIf(process.platform === 'win32')(
  'on a disk that is read-only prices go on, and a restart serves those before with their age',
  async () => {
    const { folder, upstream } = await makeReadOnlyFolder(partnerRows(3));
    onTestFinished(() => chmod(folder, 0o755));
    const env = { RELAY_HISTORY: join(folder, 'relay.db'), RELAY_CACHE_DIR: '', RELAY_POLL_SECONDS: '0.1' };
    upstream.does(answers(partnerRows(3, 500)));
    const first = await runReady(upstream, env, uid);
    const ask = () => get(first.url + partner);
    await until(ask).gives((got) => got.body.includes('600'));
    // Upstream confirms the new body, whose times must not become those of the old one.
    const asked = upstream.seen.length;
    // On a busy machine the thread of the disk may start late: until then the log says that the disk is stalled.
    const saidWhy = () => first.output().includes('attempt to write a readonly database');
    await until(ask).gives(() => upstream.seen.length > asked + 2 && saidWhy());
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    upstream.does(refuses(503));
    const second = await runReady(upstream, env, uid);
    // A busy machine may take longer than the limit of the disk to start its thread: then the next request has the prices.
    const got = await until(() => get(second.url + partner)).gives(({ status }) => status === 200);
    expect(jsonOf(got)).toEqual(partnerRows(3));
    expect(Number(got.headers.age)).toBeGreaterThanOrEqual(60);
  },
);
