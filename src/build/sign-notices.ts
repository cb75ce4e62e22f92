import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { identity } from '#build/identity.ts';
import { fail, readCommand } from '#protocol/command-line.ts';
import { bytesOf, isNotice, maxNoticesBytes, readNotices, signing } from '#protocol/notices.ts';

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64');

/** A new pair of keys in base64: one for package.json, one for the secret of the repository. */
export async function makeKeys() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  const spki = await crypto.subtle.exportKey('spki', publicKey);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey);
  return { noticesKey: base64(spki), privateKey: base64(pkcs8) };
}

/** @param latest '' for no release @throws Error for a bad row, too large a list, or another key than the package's */
export async function signNotices(rows: unknown, latest: string, privateKey: string, key: string): Promise<string> {
  if (!Array.isArray(rows)) throw new Error('there is no list');
  const wrong = rows.findIndex((row) => !isNotice(row));
  if (wrong >= 0) throw new Error(`entry ${wrong + 1} is no notice`);
  const version = latest.replace(/^v/, '');
  const signed = JSON.stringify({ issued: Date.now(), ...(version && { latest: version }), rows });
  const own = await crypto.subtle.importKey('pkcs8', bytesOf(privateKey), signing, false, ['sign']);
  const signature = base64(await crypto.subtle.sign(signing, own, new TextEncoder().encode(signed)));
  const body = { signed, signature };
  if (!(await readNotices(body, key))) throw new Error('this is not the key of package.json, or no tag of a release');
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) > maxNoticesBytes) throw new Error(`the list is over ${maxNoticesBytes} bytes`);
  return text;
}

const usage = `usage: npm run notices [-- --new-key]
  signs .github/notices.json with NOTICES_PRIVATE_KEY, or makes the key`;

async function main(): Promise<void> {
  const options = { 'new-key': { type: 'boolean' } } as const;
  if (readCommand(usage, { options }, ({ values }) => values['new-key'])) return console.log(await makeKeys());
  const { LATEST = '', NOTICES_PRIVATE_KEY } = process.env;
  if (!NOTICES_PRIVATE_KEY) throw new Error('NOTICES_PRIVATE_KEY is missing');
  const rows: unknown = JSON.parse(readFileSync('.github/notices.json', 'utf8'));
  const text = await signNotices(rows, LATEST, NOTICES_PRIVATE_KEY, identity.noticesKey);
  mkdirSync('.output', { recursive: true });
  writeFileSync('.output/notices.json', text);
}

if (import.meta.main) await main().catch(fail);
