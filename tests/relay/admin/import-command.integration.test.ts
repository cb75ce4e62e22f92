import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importIntoRelay } from '#relay/admin/import-command.ts';
import { hangs } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const pastDay = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
const good = `name,market,time,cents\n${item},buff163,${pastDay},4000\n`;

async function makeFile(text: string | Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'prices.csv');
  await writeFile(path, text);
  return { path, configPath: join(folder, 'relay.json') };
}

async function startBed(text: string | Uint8Array) {
  const file = await makeFile(text);
  const bed = await startSetupRelay(hangs);
  return { ...bed, importFile: () => importIntoRelay(file.path, bed.configPath) };
}

test('the relay that runs imports the file, and says what was left out', async () => {
  const { importFile, page } = await startBed(`${good}${item},nowhere,${pastDay},1\n`);
  expect(await importFile()).toBe('Imported prices: 1. Rows left out: 1.\nRow 2: the market is unknown.');
  expect(await page('&step=status')).toContain(`data-value="historySince">${pastDay}`);
});

test('a file that the relay refuses is refused with its reason', async () => {
  const { importFile } = await startBed('[{');
  await expect(importFile()).rejects.toThrow('begins like JSON but is not valid JSON');
});

test('without a relay that runs nothing is imported', async () => {
  const { path, configPath } = await makeFile(good);
  await expect(importIntoRelay(path, configPath)).rejects.toThrow('start the relay first');
});

test('a file that cannot be read is named', async () => {
  const { path } = await makeFile(good);
  const { configPath } = await startSetupRelay(hangs);
  await expect(importIntoRelay(`${path}.none`, configPath)).rejects.toThrow(/prices\.csv\.none cannot be read/);
});
