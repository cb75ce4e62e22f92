import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { floor, writeExtension } from './made-extension.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';

interface Area {
  readonly set: (items: object) => Promise<void>;
  readonly get: (key: string) => Promise<Record<string, unknown>>;
}

declare const browser: { readonly storage: { readonly local: Area } } | undefined;
declare const chrome: { readonly storage: { readonly local: Area } };

/** Size of the packed table of the whole catalogue, bytes. */
const tableBytes = 900_760;

type Place = (typeof places)[number];
const places = ['IndexedDB, a Blob', 'IndexedDB, an ArrayBuffer', 'extension storage, base64'] as const;

/** Where the packed table could be kept: to read it into a page that just opened, as a worker that woke, and to write it. */
export const storage: Part = (bench) => inBoth(bench, measure);

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  const folder = await bench.folder();
  await writeExtension(folder, kind, floor);
  const driver = await bench.open(kind, folder);
  const times = new Map(places.map((place) => [place, { read: [] as number[], write: [] as number[] }]));
  // Written by one page and read by the next, for what a page wrote itself may still be at hand.
  for await (const { thing: place, keep } of shuffledRounds(bench.runs, places)) {
    const writer = await driver.openExtensionPage('background.js');
    const written = await write(writer, place);
    await writer.close();
    const reader = await driver.openExtensionPage('background.js');
    const looked = await read(reader, place);
    await reader.close();
    keep(() => {
      times.get(place)?.write.push(written);
      times.get(place)?.read.push(looked);
    });
  }
  return [...times].flatMap(([place, { read, write }]) => [
    toRow({ part: 'storage', browser: kind, unit: 'ms', what: `read the table from ${place}` }, read),
    toRow({ part: 'storage', browser: kind, unit: 'ms', what: `write it to ${place}` }, write),
  ]);
}

const write = (own: Page, place: Place): Promise<number> =>
  place === places[2]
    ? own.evaluate(writeText, tableBytes)
    : own.evaluate(writeDatabase, tableBytes, place === places[0]);

const read = (own: Page, place: Place): Promise<number> =>
  place === places[2] ? own.evaluate(readText) : own.evaluate(readDatabase);

// The four below run in a page of the extension; random bytes, because the table's hashes do not compress.

async function writeDatabase(bytes: number, asBlob: boolean): Promise<number> {
  const table = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(table.subarray(at, at + 65_536));
  const start = performance.now();
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench');
    opening.onupgradeneeded = () => opening.result.createObjectStore('values');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const change = opening.result.transaction('values', 'readwrite');
      change.objectStore('values').put(asBlob ? new Blob([table]) : table.buffer, 'table');
      change.oncomplete = resolve;
    };
  });
  return performance.now() - start;
}

async function readDatabase(): Promise<number> {
  const start = performance.now();
  const table = await new Promise<Blob | ArrayBuffer>((resolve, reject) => {
    const opening = indexedDB.open('bench');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const asking = opening.result.transaction('values').objectStore('values').get('table');
      asking.onsuccess = () => resolve(asking.result);
    };
  });
  new Uint32Array(table instanceof Blob ? await table.arrayBuffer() : table);
  return performance.now() - start;
}

async function writeText(bytes: number): Promise<number> {
  const { storage } = typeof browser === 'undefined' ? chrome : browser;
  const table = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(table.subarray(at, at + 65_536));
  const start = performance.now();
  let text = '';
  for (let at = 0; at < bytes; at += 8192) text += String.fromCharCode(...table.subarray(at, at + 8192));
  await storage.local.set({ table: btoa(text) });
  return performance.now() - start;
}

async function readText(): Promise<number> {
  const { storage } = typeof browser === 'undefined' ? chrome : browser;
  const start = performance.now();
  const { table } = await storage.local.get('table');
  new Uint32Array(Uint8Array.from(atob(String(table)), (letter) => letter.charCodeAt(0)).buffer);
  return performance.now() - start;
}
