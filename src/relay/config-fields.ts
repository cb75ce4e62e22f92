import * as z from 'zod/mini';

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

/** Becomes part of a header. The message never quotes the value. */
export const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/, 'it has characters that no header may carry'));
