import { expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import {
  customHostOf,
  customSiteId,
  isSiteOn,
  withoutCustomSite,
  withSiteSwitched,
} from '#core/settings/site-switch.ts';

const roll = { id: 'roll', gambling: true } as const;

test('a marketplace is on until it is switched off, a gambling site off until it is switched on', () => {
  const settings = parseSettings({});
  expect(isSiteOn(settings, { id: 'float' })).toBe(true);
  expect(isSiteOn(settings, roll)).toBe(false);
  expect(isSiteOn(withSiteSwitched(settings, 'float', false), { id: 'float' })).toBe(false);
  expect(isSiteOn(withSiteSwitched(settings, 'roll', true), roll)).toBe(true);
});

test('any other site is on only while it is in the list', () => {
  const id = customSiteId('skins.example');
  const settings = parseSettings({});
  expect(isSiteOn(settings, { id })).toBe(false);
  const added = withSiteSwitched(settings, id, true);
  expect(added.customSites).toEqual({ 'skins.example': true });
  expect(added.sites).toEqual({});
  expect(isSiteOn(added, { id })).toBe(true);
  expect(isSiteOn(withSiteSwitched(added, id, false), { id })).toBe(false);
  expect(withoutCustomSite(added, 'skins.example').customSites).toEqual({});
});

test.each(['skins.example', 'host:', 'host:localhost', 'host:*.example', 'host:a.example/x'])(
  '“%s” is no added site',
  (id) => {
    expect(customHostOf(id)).toBeUndefined();
  },
);

test.each(['constructor', 'toString', '__proto__'])('a site named “%s” is on by default', (id) => {
  expect(isSiteOn(parseSettings({}), { id })).toBe(true);
});
