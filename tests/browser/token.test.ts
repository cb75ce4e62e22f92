import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { changeSettings, loadSettings } = await import('#browser/settings.ts');

const url = 'https://relay.example';
const other = 'https://other.example';
const { local } = fakeBrowser.storage;

const stored = async (): Promise<string> => JSON.stringify(await local.get(null));
const setRelay = (relay: { readonly url: string; readonly token: string }) =>
  changeSettings((settings) => ({ ...settings, relay }));
const loadedToken = async (): Promise<string> => (await loadSettings()).relay.token;

beforeEach(async () => {
  fakeBrowser.reset();
  Reflect.deleteProperty(local, 'setAccessLevel');
});

test('Firefox, whose content scripts read all settings, stores the token outside of them', async () => {
  await setRelay({ url, token: 'secret-1' });
  expect(await stored()).toContain(url);
  expect(await stored()).not.toContain('secret-1');
  expect(await loadedToken()).toBe('secret-1');
});

test('a token answers only for the relay for which it was saved', async () => {
  await setRelay({ url, token: 'secret-2' });
  const { settings } = await local.get<{ settings: { relay: object } }>('settings');
  await local.set({ settings: { ...settings, relay: { ...settings.relay, url: other } } });
  expect(await loadedToken()).toBe('');
});

test('a new token replaces the old one', async () => {
  await setRelay({ url, token: 'secret-3' });
  const before = await stored();
  await setRelay({ url, token: 'secret-4' });
  expect(await loadedToken()).toBe('secret-4');
  await local.set(JSON.parse(before));
  expect(await loadedToken()).toBe('');
});

test('a token that another program stored among the settings moves out of them', async () => {
  await local.set({ settings: { relay: { url, token: 'secret-5' } } });
  expect(await loadedToken()).toBe('secret-5');
  await vi.waitFor(async () => expect(await stored()).not.toContain('secret-5'));
  expect(await loadedToken()).toBe('secret-5');
});

test('without room in the vault, a token stays among the settings', async () => {
  await local.set({ settings: { relay: { url, token: 'secret-7' } } });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  expect(await loadedToken()).toBe('secret-7');
  await navigator.locks.request('settings', () => expect(put).toHaveBeenCalled());
  put.mockRestore();
  expect(await stored()).toContain('secret-7');
});

test('Chromium, which keeps content scripts away from the settings, has the token among them', async () => {
  Object.assign(local, { setAccessLevel: async () => undefined });
  await setRelay({ url, token: 'secret-6' });
  expect(await stored()).toContain('secret-6');
  expect(await loadedToken()).toBe('secret-6');
});

test('settings are read without IndexedDB, and without the token in it', async () => {
  await setRelay({ url, token: 'secret-7' });
  vi.resetModules();
  vi.stubGlobal('indexedDB', undefined);
  const settings = await import('#browser/settings.ts');
  expect((await settings.loadSettings()).relay).toMatchObject({ url, token: '' });
  vi.unstubAllGlobals();
});
