import * as z from 'zod/mini';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';

const isHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

export const httpUrl = z.string().check(z.refine(isHttp, 'it is no http or https address without a password'));

/** A base address without a slash at its end. */
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
