import { expect, test } from 'vitest';
import { compareRegistrations } from '#browser/access.ts';
import { customSiteScripts, siteScripts } from '#core/settings/page-scripts.ts';

const site = { id: 'port', matches: ['https://port.example/*', 'https://www.port.example/*'], tapped: true };
const wanted = [...siteScripts(site, false), ...customSiteScripts('skins.example', false)];

test('nothing changes while the same scripts are registered, in whatever form the browser tells them', () => {
  expect(compareRegistrations(wanted, wanted)).toEqual({ remove: [], add: [] });
  const told = wanted.map((one) => ({
    ...one,
    matches: [...one.matches].reverse(),
    js: one.js.map((file) => `moz-extension://a/${file}`),
  }));
  expect(compareRegistrations(told, wanted)).toEqual({ remove: [], add: [] });
});

test('missing scripts are added, others removed', () => {
  expect(compareRegistrations([], wanted)).toEqual({ remove: [], add: wanted });
  expect(compareRegistrations(wanted, [])).toEqual({ remove: wanted.map(({ id }) => id), add: [] });
});

test.each([
  ['matches', { matches: ['https://port.example/*'] }],
  ['files', { js: ['old.js'] }],
  ['world', { world: 'MAIN' as const }],
])('a script of an older version with other %s is replaced', (_, old) => {
  const [first, ...rest] = wanted;
  if (!first) throw new Error('nothing is wanted');
  expect(compareRegistrations([{ ...first, ...old }, ...rest], wanted)).toEqual({ remove: [first.id], add: [first] });
});

test('Firefox: the shared scripts come before the site’s own, as in the manifest', () => {
  expect(siteScripts(site, true).map(({ js }) => js)).toEqual([
    ['overlays.js', 'port-adapter.js', 'port.js'],
    ['port-tap.js'],
  ]);
});
