import { chmod, link, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import { StartError } from '#protocol/node-server.ts';
import { createConfigStore, openConfig, parseConfigFile, readConfigFile } from '#relay/admin/config-store.ts';
import { defaultConfigPath, readConfig } from '#relay/config.ts';
import { StorageError } from '#relay/store/storage-thread.ts';
import { tempFolder } from '../../temp-folder.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { setUp, startSetupRelay } from './setup-relay.ts';

const filePriceApi = { url: 'https://prices.example', key: goodKey };

async function openStore(path: string) {
  const disk = createMemoryStorage();
  return { disk, store: createConfigStore(await openConfig(path), disk) };
}

describe('a configuration file', () => {
  test.each<[unknown, string]>([
    [{ prot: 8787 }, 'unknown field "prot"'],
    [{ port: 70_000, pollSeconds: 0 }, 'port: it is above 65535; pollSeconds: it is below 0.001'],
    [{ priceApi: { ...filePriceApi, kee: 1 } }, 'unknown field "priceApi.kee"'],
    [{ priceApi: { url: 'https://prices.example' } }, 'priceApi.key: '],
    [{ priceApi: { ...filePriceApi, key: 'two words' } }, 'priceApi.key: it has characters that no header may carry'],
    [{ priceApi: { ...filePriceApi, url: 'ftp://prices.example' } }, 'priceApi.url: it is no http or https address'],
    [{ plainHttp: ['http://service'] }, 'plainHttp.0: it is no name of a host'],
    [{ port: '8787' }, 'port: it is no whole number'],
    [{ name: 'a\u202eb' }, 'name: it has control characters'],
    [{ name: '' }, 'name: it is empty'],
    [{ invites: [{ id: 'a', name: 'A', sha256: 'short' }] }, 'invites.0.sha256: it is no SHA-256'],
    [[], 'the file: it is of another kind than expected'],
    [null, 'the file: it is of another kind than expected'],
  ])('%j is refused by its field', (content, words) => {
    expect(() => parseConfigFile(JSON.stringify(content))).toThrow(words);
  });

  test('never quotes the key in its problems', () => {
    for (const text of [
      `{"priceApi":{"key":"${goodKey}"`,
      `{"priceApi":{"url":"x","key":"${goodKey} "}}`,
      `"${goodKey}"`,
    ]) {
      expect(() => parseConfigFile(text)).toThrow(TypeError);
      try {
        parseConfigFile(text);
      } catch (error) {
        expect(String(error)).not.toContain(goodKey);
      }
    }
  });

  test('is parsed or refused with one TypeError, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        try {
          parseConfigFile(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect(String(error)).not.toContain('\n');
        }
      }),
    );
  });

  test('that is a folder stops the start', async () => {
    await expect(readConfigFile(await tempFolder())).rejects.toThrow(StartError);
  });

  test('is in the user’s configuration folder', () => {
    if (process.platform !== 'linux') return;
    expect(defaultConfigPath({ XDG_CONFIG_HOME: '/home/a/.conf' })).toBe('/home/a/.conf/skinlens/relay.json');
  });
});

describe('the environment and the file', () => {
  test('together: the environment wins, and the file fills what it leaves open', () => {
    const file = { priceApi: filePriceApi, port: 9000, pollSeconds: 90, ratesUrl: 'off' as const };
    const config = readConfig({ RELAY_PORT: '9001', RELAY_POLL_SECONDS: '' }, file);
    expect(config).toMatchObject({ priceApi: filePriceApi, port: 9001, pollMs: 90_000, ratesUrl: undefined });
  });

  test('know each setting by the same name', () => {
    const file = {
      ...{ host: '::1', log: 'off', cacheDir: '/x', history: 'off', store: 'redis://a', noticesUrl: 'off' as const },
      ...{ historyMarkets: ['steam', 'skins'] as MarketId[], plainHttp: ['a', 'b'], name: 'ours', invites: [] },
    };
    expect(readConfig({}, file)).toMatchObject({
      ...{ host: '::1', log: 'off', namedFolder: '/x', databaseFile: '/x/relay.db', recordsHistory: false },
      ...{ storeUrl: 'redis://a', noticesUrl: 'off', historyMarkets: ['steam', 'skins'], plainHttpHosts: ['a', 'b'] },
    });
  });

  test('the key of the file never goes to an address of the environment', () => {
    expect(() => readConfig({ PRICE_API_URL: 'https://other.example' }, { priceApi: filePriceApi })).toThrow(
      'PRICE_API_KEY is missing',
    );
  });

  test('on loopback a key is not needed; beyond it is', () => {
    expect(readConfig({}, {}).priceApi).toBeUndefined();
    const beyond = { RELAY_HOST: '0.0.0.0', RELAY_TOKENS: 'a-token-of-16-letters' };
    expect(() => readConfig(beyond, {})).toThrow('PRICE_API_URL is missing; PRICE_API_KEY is missing');
    expect(() => readConfig({ RELAY_HOST: '0.0.0.0' }, { priceApi: filePriceApi })).toThrow('RELAY_TOKENS is missing');
    expect(readConfig({ RELAY_HOST: '0.0.0.0' }, { priceApi: filePriceApi, invites: [] }).isLoopback).toBe(false);
  });
});

describe('a change of the file', () => {
  test('is written with 0600, whatever the file had before', async () => {
    const path = join(await tempFolder(), 'relay.json');
    await writeFile(path, '{"name":"a"}');
    await chmod(path, 0o644);
    await link(path, `${path}.before`);
    const { store } = await openStore(path);
    await store.change(store.revision(), (file) => ({ ...file, name: 'b' }));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ name: 'b' });
    // A new file took the place of the old one, which nobody wrote into.
    expect(await readFile(`${path}.before`, 'utf8')).toBe('{"name":"a"}');
  });

  test('that a kill cut short leaves no copy of the key after the next start', async () => {
    const folder = await tempFolder();
    const others = ['relay.json.bak', 'other.json.tmp', 'relay.json.mine.tmp'];
    for (const name of ['relay.json.tmp', ...others]) await writeFile(join(folder, name), goodKey);
    await openConfig(join(folder, 'relay.json'));
    expect((await readdir(folder)).sort()).toEqual(others.sort());
  });

  test('is refused when an editor has changed the file since, which stays', async () => {
    const path = join(await tempFolder(), 'relay.json');
    const { store } = await openStore(path);
    await writeFile(path, '{"name":"edited"}');
    await expect(store.change(1, (file) => ({ ...file, name: 'b' }))).rejects.toThrow('conflict');
    expect(await readFile(path, 'utf8')).toBe('{"name":"edited"}');
  });

  test('on a full disk changes nothing', async () => {
    const path = join(await tempFolder(), 'relay.json');
    const { store, disk } = await openStore(path);
    disk.isFull = true;
    await expect(store.change(1, (file) => ({ ...file, name: 'b' }))).rejects.toThrow('disk is full');
    expect([store.current(), store.revision()]).toEqual([{}, 1]);
  });

  test('that a disk writes after it was refused is taken up, and told as a conflict', async () => {
    const { store, disk } = await openStore(join(await tempFolder(), 'relay.json'));
    const { ask } = disk;
    disk.ask = (kind, ...args) =>
      ask(kind, ...args).then((result) => {
        if (kind === 'writeText') throw new StorageError('disk-stalled');
        return result;
      });
    await expect(store.change(1, (file) => ({ ...file, name: 'b' }))).rejects.toThrow('disk-stalled');
    expect([store.current(), store.revision()]).toEqual([{}, 1]);
    disk.ask = ask;
    await expect(store.change(1, (file) => ({ ...file, port: 1 }))).rejects.toThrow('conflict');
    await store.change(2, (file) => ({ ...file, port: 1 }));
    expect(store.current()).toEqual({ name: 'b', port: 1 });
  });

  test.skipIf(process.platform !== 'linux')(
    'in a folder that takes no files is told on the page, with the file’s path',
    async () => {
      const configPath = '/proc/skinlens/relay.json';
      const bed = await startSetupRelay(priceApi(), { configPath });
      const got = await setUp(bed, goodKey);
      expect(got.status).toBe(500);
      const page = got.body.toString();
      expect(page).toContain(`The file ${configPath} could not be written (`);
      expect(page).toContain('The key that you entered is kept');
      expect(page).not.toContain(goodKey);
      expect((await bed.send('/healthz')).headers['skinlens-sample']).toBe('1');
    },
  );
});
