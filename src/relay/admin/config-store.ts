import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { marketIds } from '#core/prices/markets.ts';
import { StartError } from '#protocol/environment.ts';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';
import { isOwnNotice, maxOwnNotices, type OwnNotice } from '#protocol/notices.ts';
import { alertChannel } from '#relay/alerts/channel.ts';
import { errorCode } from '#relay/error-code.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** Somebody else has changed the configuration since. */
export class ConflictError extends Error {}

export type ConfigStore = ReturnType<typeof createConfigStore>;

/** Removes an unfinished copy of the file, with the key. @throws StartError for a bad file, which stays as it is */
export async function openConfig(path: string) {
  const absolute = resolve(path);
  await rm(`${absolute}.tmp`, { force: true }).catch(() => undefined);
  return { path: absolute, ...(await readConfigFile(absolute)) };
}

export function createConfigStore(
  { path, file, text }: Awaited<ReturnType<typeof openConfig>>,
  disk: Pick<StorageThread, 'ask'>,
) {
  let revision = 1;
  /** What was to be written last. A disk that hung may have written it after its limit. */
  let tried = text;
  const mutex = createMutex();
  let follow: (file: ConfigFile) => void = () => undefined;
  const takeUp = (next: string): void => {
    [file, text] = [parseConfigFile(next), next];
    revision++;
    follow(file);
  };
  const apply = async (seen: number, change: (file: ConfigFile) => ConfigFile): Promise<void> => {
    // An editor may have changed it.
    const found = await disk.ask('readText', path);
    if (found !== undefined && found !== text && found === tried) takeUp(found);
    if (seen !== revision || found !== text) throw new ConflictError('conflict');
    const next = `${JSON.stringify(change(file), null, 2)}\n`;
    parseConfigFile(next);
    tried = next;
    await disk.ask('writeText', path, next);
    takeUp(next);
  };
  return {
    path,
    current: () => file,
    /** Grows with every change: whoever changes says which state was seen. */
    revision: () => revision,
    /** Writes, then takes the change up; one at a time. @throws ConflictError; StorageError of the disk */
    change: (seen: number, change: (file: ConfigFile) => ConfigFile) => mutex(() => apply(seen, change)),
    onChange(listener: typeof follow): void {
      follow = listener;
    },
  };
}

const isHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

export const httpUrl = z.string().check(z.refine(isHttp, 'it is no http or https address without a password'));

export const baseUrl = z.pipe(
  httpUrl.check(z.refine((text) => !/[?#]/.test(text), 'it has a query')),
  z.transform((text) => text.replace(/\/+$/, '')),
);

/** Whether a key sent to this address could be read on its way: http beyond this machine, to a host that is not `allowed`. */
export const isPlainHttp = (url: string, allowed: readonly string[]): boolean =>
  new URL(url).protocol === 'http:' &&
  !isLoopbackHost(hostWithoutBrackets(url)) &&
  !allowed.includes(hostWithoutBrackets(url));

export const hostNames = z.array(
  z.pipe(
    z.string().check(z.regex(/^[\w.:-]{1,253}$/, 'it is no name of a host')),
    z.transform((name) => name.toLowerCase()),
  ),
);

const isRedis = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
};

/** The address of a Redis or Valkey server, perhaps with a password. The message never quotes the value. */
export const redisUrl = z.string().check(z.refine(isRedis, 'it is no redis or rediss address'));

/** Becomes part of a header. The message never quotes the value. */
export const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/, 'it has characters that no header may carry'));

export const maxDisplayNameLength = 60;

export const displayName = z
  .string()
  .check(
    z.minLength(1, 'it is empty'),
    z.maxLength(maxDisplayNameLength, `it is longer than ${maxDisplayNameLength} characters`),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'it has control characters'),
  );

const between = (least: number, most: number) =>
  [z.gte(least, `it is below ${least}`), z.lte(most, `it is above ${most}`)] as const;

const quota = z.int('it is no whole number').check(...between(1, 6000));

const invite = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,32}$/, 'it is no id')),
  name: displayName,
  /** The SHA-256 of the token, in hex. The token itself is nowhere. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'it is no SHA-256')),
  requestsPerMinute: quota,
  upstreamPerMinute: quota,
  createdAt: z.iso.datetime('it is no time'),
});

export type StoredInvite = z.infer<typeof invite>;

const configFile = z.strictObject({
  name: z.optional(displayName),
  priceApi: z.optional(z.strictObject({ url: baseUrl, key: secret })),
  host: z.optional(z.string()),
  port: z.optional(z.int('it is no whole number').check(...between(0, 65_535))),
  pollSeconds: z.optional(z.number('it is no number').check(...between(0.001, 86_400))),
  ratesUrl: z.optional(z.union([z.literal('off'), httpUrl])),
  noticesUrl: z.optional(z.union([z.literal('off'), httpUrl])),
  ownNotices: z.optional(z.array(z.custom<OwnNotice>(isOwnNotice)).check(z.maxLength(maxOwnNotices))),
  cacheDir: z.optional(z.string()),
  log: z.optional(z.string()),
  history: z.optional(z.string()),
  historyMarkets: z.optional(z.array(z.enum(marketIds)).check(z.minLength(1, 'it is empty'))),
  store: z.optional(redisUrl),
  /** Hosts beyond this machine to which the key may go over http, such as a service in the same container network. */
  plainHttp: z.optional(hostNames),
  /** Where people with an invite reach the relay: the beginning of an invite's link. */
  publicUrl: z.optional(baseUrl),
  /** Where the relay tells of crossings; without it, nothing is told. */
  alerts: z.optional(alertChannel),
  /** Once there is a list, even an empty one, nobody gets prices without an invite or a token. */
  invites: z.optional(z.array(invite).check(z.maxLength(10_000, 'it has over 10,000 entries'))),
});

export type ConfigFile = z.infer<typeof configFile>;

/** @throws TypeError for an unknown field, too; it names each problem by its field and quotes no value */
export function parseConfigFile(text: string): ConfigFile {
  if (text.length > 4 * 1024 * 1024) throw new TypeError('it is too large');
  // A SyntaxError of `JSON.parse` would quote the text, and with it perhaps the key.
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) throw new TypeError('it is not JSON');
  const parsed = configFile.safeParse(json);
  if (!parsed.success) throw new TypeError(parsed.error.issues.map(describeIssue).join('; '));
  return parsed.data;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.').slice(0, 80));
    return `unknown field ${names.map((name) => JSON.stringify(name)).join(', ')}`;
  }
  const saysWhy = issue.message.startsWith('it ');
  return `${path || 'the file'}: ${saysWhy ? issue.message : 'it is of another kind than expected'}`;
}

/** A missing file is empty. @throws StartError naming the file and its problems */
export async function readConfigFile(path: string): Promise<{ file: ConfigFile; text: string | undefined }> {
  try {
    const text = await readFile(path, 'utf8');
    return { file: parseConfigFile(text), text };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { file: {}, text: undefined };
    const why = error instanceof TypeError && code === 'TypeError' ? error.message : `it cannot be read (${code})`;
    throw new StartError(`the configuration file ${path} is not usable: ${why}`);
  }
}
