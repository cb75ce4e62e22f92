import { describe, expect, test } from 'vitest';
import type { PageScript } from '#core/settings/page-scripts.ts';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import { chooseGranted, createPageScripts, pagesWithScripts, withGrantedSites } from '#worker/site-access.ts';

const summary = { name: 'Site', tapped: false, fed: false };
const sites = [
  { ...summary, id: 'float', matches: ['https://float.example/*'] },
  { ...summary, id: 'port', matches: ['https://port.example/*', 'https://www.port.example/*'], optional: true },
  { ...summary, id: 'fed', matches: ['https://fed.example/*'], optional: true, tapped: true, fed: true },
  { ...summary, id: 'dice', matches: ['https://*.dice.example/*'], optional: true, gambling: true },
] as const;

function open(stored: object = {}) {
  const world = {
    settings: parseSettings(stored),
    granted: new Set<string>(),
    registered: [] as readonly PageScript[],
    ran: [] as string[],
  };
  const scripts = createPageScripts({
    sites,
    isFirefox: false,
    settings: async () => world.settings,
    isGranted: async (pattern) => world.granted.has(pattern),
    register: async (wanted) => {
      const added = wanted.filter(({ id }) => !world.registered.some((one) => one.id === id));
      world.registered = wanted;
      return added;
    },
    runInOpenTabs: async (added) => void world.ran.push(...added.map(({ id }) => id)),
  });
  return { world, scripts, ids: () => world.registered.map(({ id }) => id) };
}

describe('scripts that the manifest does not name', () => {
  test('are registered for granted sites only, with the granted patterns', async () => {
    const { world, scripts, ids } = open();
    await scripts.restore();
    expect(ids()).toEqual([]);
    world.granted.add('https://www.port.example/*').add('https://float.example/*');
    await scripts.update();
    expect(world.registered.map(({ id, matches }) => [id, matches])).toEqual([
      ['port', ['https://www.port.example/*']],
    ]);
    world.granted.clear();
    await scripts.update();
    expect(ids()).toEqual([]);
  });

  test('run in open tabs after a grant, not after a start, and not where they need earlier answers', async () => {
    const { world, scripts } = open();
    for (const { matches } of sites) for (const one of matches) world.granted.add(one);
    await scripts.restore();
    expect(world.ran).toEqual([]);
    world.registered = [];
    await scripts.update();
    expect(world.ran).toEqual(['port', 'dice']);
  });

  test('run in open tabs after a grant also where the worker that the grant woke has registered them', async () => {
    const { world, scripts } = open();
    world.granted.add('https://port.example/*').add('https://*.dice.example/*');
    await Promise.all([scripts.restore(), scripts.update(['https://port.example/*'])]);
    expect(world.ran).toEqual(['port']);
  });

  test('are registered for added sites with access, but not for one that has become a marketplace', async () => {
    const hosts = ['skins.example', 'no-access.example', 'port.example'];
    const { world, scripts, ids } = open({ customSites: Object.fromEntries(hosts.map((host) => [host, true])) });
    world.granted.add('https://skins.example/*').add('https://port.example/*');
    await scripts.update();
    expect(ids()).toEqual(['port', 'host:skins.example', 'host:skins.example-tap']);
  });

  test('are never registered twice, however many calls come at once', async () => {
    const { world, scripts } = open();
    world.granted.add('https://port.example/*');
    await Promise.all([scripts.update(), scripts.restore(), scripts.update()]);
    expect(world.ran).toEqual(['port']);
  });
});

test('the menu is on required sites, and on others with access', async () => {
  const settings = parseSettings({ customSites: { 'skins.example': true } });
  const pages = (granted: readonly string[]) =>
    pagesWithScripts(sites, settings, async (pattern) => granted.includes(pattern));
  expect((await pages([])).map(({ id }) => id)).toEqual(['float']);
  const granted = ['https://port.example/*', 'https://skins.example/*'];
  expect((await pages(granted)).map(({ id }) => id)).toEqual(['float', 'port', 'host:skins.example']);
});

describe('a grant', () => {
  test('updates scripts and pages after its site was chosen, also where the choice cannot be stored', async () => {
    const steps: string[] = [];
    const choose = withGrantedSites(sites, ['https://port.example/*']);
    const update = () => void steps.push('update');
    const change = async (edit: (settings: Settings) => Settings) => {
      await Promise.resolve();
      steps.push('choose');
      return edit(parseSettings({}));
    };
    await chooseGranted(choose, change, update);
    expect(steps).toEqual(['choose', 'update']);
    await chooseGranted(choose, () => Promise.reject(new Error('no room')), update);
    expect(steps).toEqual(['choose', 'update', 'update']);
  });

  const settingsAfter = (granted: readonly string[]) => withGrantedSites(sites, granted)?.(parseSettings({}));

  test('switches its site on, gambling or not, and adds an unknown site', () => {
    expect(settingsAfter(['https://port.example/*', 'https://*.dice.example/*'])?.sites).toEqual({
      port: true,
      dice: true,
    });
    expect(settingsAfter(['https://skins.example/*'])?.customSites).toEqual({ 'skins.example': true });
  });

  test.each([[[]], [['https://float.example/*']], [['https://*/*']], [['http://skins.example/*']], [['<all_urls>']]])(
    'of %j changes no setting',
    (granted) => {
      expect(settingsAfter(granted)).toBeUndefined();
    },
  );
});
