import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coversHost, hostnameOf, isHostname, originPattern } from '#core/settings/hostnames.ts';
import { parseSettings } from '#core/settings/settings.ts';
import {
  customHostOf,
  customSiteId,
  isSiteOn,
  withoutCustomSite,
  withSiteSwitched,
} from '#core/settings/site-switch.ts';

describe('the host name of an address', () => {
  test.each([
    ['https://skins.example/market?x=1#y', 'skins.example'],
    ['https://SKINS.example:8443/', 'skins.example'],
    ['https://user:secret@skins.example/', 'skins.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
  ])('%s is %s, without port', (address, host) => {
    expect(hostnameOf(address)).toBe(host);
  });

  test.each([
    'http://skins.example/',
    'https://localhost/',
    'https://[::1]/',
    'https://skins.example./',
    'https://a_b.example/',
    'chrome://extensions',
    'about:blank',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('“%s” has none that can be allowed', (address) => {
    expect(hostnameOf(address)).toBeUndefined();
  });

  test('is one host whatever is typed: no wildcard, port, path or space gets into the pattern', () => {
    const parts = fc.constantFrom('a', 'Z', '*', '.', '/', ':', '@', '?', '#', ' ', '-', 'example', 'com', '%2a', '\\');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const host = hostnameOf(`https://${some.join('')}`);
        if (host !== undefined) expect(originPattern(host)).toMatch(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+\/\*$/);
      }),
    );
  });
});

test.each([
  '*.example',
  'https://a.example',
  'a.example/',
  'a..example',
  'A.example',
  '-a.example',
  `${'a'.repeat(64)}.b`,
])('“%s” is no host name', (text) => {
  expect(isHostname(text)).toBe(false);
});

describe('match patterns', () => {
  const patterns = ['https://csfloat.com/*', 'https://*.csgoroll.com/*'];

  test.each(['csfloat.com', 'csgoroll.com', 'www.csgoroll.com', 'a.b.csgoroll.com'])('cover %s', (host) => {
    expect(coversHost(patterns, host)).toBe(true);
  });

  test.each(['www.csfloat.com', 'csfloat.com.evil.example', 'xcsfloat.com', 'notcsgoroll.com'])(
    'do not cover %s',
    (host) => {
      expect(coversHost(patterns, host)).toBe(false);
    },
  );
});

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
