import { expect, test } from 'vitest';
import type { SiteNotice } from '#core/settings/notices.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Push, VersionedSettings } from '#protocol/messages.ts';
import { createSharedSettings } from '#worker/startup.ts';

const sites = [{ id: 'float' }, { id: 'port' }, { id: 'dice', gambling: true }] as const;
const urls = ['https://float.example/', 'https://skins.example/a', 'https://other.example/', undefined];

/** A worker with tabs; `pushed` is what each tab got last. */
function open(stored: object = {}) {
  const world = {
    settings: parseSettings(stored),
    blocked: new Set<string>(),
    notices: {} as Record<string, readonly SiteNotice[]>,
    pushed: [] as (VersionedSettings | undefined)[],
  };
  const toldOf = (push: Push) => (push.push === 'settings' ? push.versioned : undefined);
  const shared = createSharedSettings({
    load: async () => world.settings,
    sites,
    mayRun: async (id) => !world.blocked.has(id),
    notices: async () => world.notices,
    pushToTabs: async (messageFor) => {
      world.pushed = urls.map((url) => toldOf(messageFor(url)));
    },
  });
  return { world, shared, sitesOn: () => world.pushed.map((told) => told?.settings.sitesOn) };
}

test('pages learn which marketplaces are on, and of the sites that the user added only their own', async () => {
  const customSites = { 'skins.example': true, 'other.example': false, 'secret.example': true };
  const { shared, sitesOn, world } = open({ customSites, relay: { token: 'secret-token' } });
  await shared.push();
  expect(sitesOn()).toEqual([
    ['float', 'port'],
    ['float', 'port', 'host:skins.example'],
    ['float', 'port'],
    ['float', 'port'],
  ]);
  expect(JSON.stringify(world.pushed)).not.toMatch(/secret|token|localhost/);
});

test('pages learn what is switched off on the sites that are on', async () => {
  const { shared, world } = open({ sites: { port: false } });
  const notice = { off: 'listing', issue: 'https://issue.example/', why: 'Why.' } as const;
  world.notices = { float: [notice], port: [notice], 'host:skins.example': [notice] };
  await shared.push();
  expect(world.pushed.map((told) => told?.settings.notices)).toEqual(urls.map(() => ({ float: [notice] })));
  expect((await shared.tell('port')).settings.notices).toEqual({});
});

test('a page that asks learns about its own site alone', async () => {
  const { shared } = open({ customSites: { 'skins.example': true } });
  const sitesOn = async (id: string) => (await shared.tell(id)).settings.sitesOn;
  expect(await sitesOn('float')).toEqual(['float']);
  expect(await sitesOn('dice')).toEqual([]);
  expect(await sitesOn('host:skins.example')).toEqual(['host:skins.example']);
  expect(await sitesOn('host:other.example')).toEqual([]);
});

test('a site is off while the browser keeps its pages from us, and while all overlays are hidden', async () => {
  const { shared, sitesOn, world } = open();
  world.blocked.add('port');
  await shared.push();
  expect(sitesOn()[0]).toEqual(['float']);
  world.settings = parseSettings({ hidden: true });
  await shared.push();
  expect(sitesOn()[0]).toEqual([]);
});

test('readings are numbered in the order in which they begin, in whatever order they end', async () => {
  const { shared, world } = open();
  const slow = Promise.withResolvers<void>();
  const loads = [slow.promise, Promise.resolve()];
  const late = createSharedSettings({
    load: async () => {
      await loads.shift();
      return world.settings;
    },
    sites,
    mayRun: async () => true,
    notices: async () => ({}),
    pushToTabs: async () => undefined,
  });
  const first = late.tell('float');
  const second = await late.tell('float');
  slow.resolve();
  expect((await first).reading).toBeLessThan(second.reading);
  expect((await first).worker).toBe(second.worker);
  expect((await shared.tell('float')).worker).not.toBe(second.worker);
});
