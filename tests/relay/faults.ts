import { brotliCompressSync } from 'node:zlib';

import { answers, hangs, key, partnerRows, refuses, resets, type Script } from './upstream.ts';

const packed = brotliCompressSync(JSON.stringify(partnerRows(500)));
const sends =
  (body: Buffer | string, headers: Record<string, string> = { 'Content-Encoding': 'br' }): Script =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);

const escaped = (text: string): string =>
  text.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);
const escapedOnce = key.slice(0, 5) + escaped(key.slice(5, 6)) + key.slice(6);

const changedRows = (row: (at: number) => Record<string, unknown>) =>
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`Item ${at}`, row(at)]));

/** Upstream failures and their words in `Cache-Status`. */
export const faults: readonly (readonly [name: string, script: Script, why: string])[] = [
  ['503', refuses(503), 'unavailable 503'],
  ['500', refuses(500), 'server-error 500'],
  ['404', refuses(404), 'status 404'],
  ['429', refuses(429), 'rate-limited 429'],
  ['a time-out before the head', hangs, 'timeout'],
  ['a time-out in the body', (_, response) => void response.writeHead(200).write('{'), 'timeout'],
  ['a reset', resets, 'unreachable'],
  [
    'a reset in the body',
    (_, response) =>
      void response.writeHead(200, { 'Content-Length': '1000' }).write('{', () => void response.destroy()),
    'broken-body 200',
  ],
  ['truncated brotli', sends(packed.subarray(0, packed.length / 2)), 'malformed 200'],
  ['broken brotli', sends(Buffer.from('this is no brotli at all, not a bit of it')), 'broken-body 200'],
  ['brotli that is not declared', sends(packed, {}), 'malformed 200'],
  ['no JSON', answers('<html>maintenance</html>'), 'malformed 200'],
  ['no UTF-8', sends(Buffer.from([0x22, 0xff, 0x22]), {}), 'malformed 200'],
  ['no UTF-8 inside an object', sends(Buffer.from('{"a":{"name":"\xff"}}', 'latin1'), {}), 'malformed 200'],
  ['an empty body', sends('', {}), 'malformed 200'],
  ['JSON of another shape: a list', answers([1, 2]), 'malformed 200'],
  ['JSON of another shape: rows that are none', answers({ a: 1 }), 'malformed 200'],
  ['JSON of another shape: null', answers('null'), 'malformed 200'],
  ['rows wrapped in `items`', answers({ items: partnerRows(5) }), 'malformed 200'],
  ['rows wrapped in `data`', answers({ data: {} }), 'malformed 200'],
  ['an error object with status 200', answers({ error: { code: 500, message: 'later' } }), 'malformed 200'],
  ['rows of strings', answers(changedRows(() => ({ price_buff: '100', price_uu: '101' }))), 'malformed 200'],
  ['rows of negative prices', answers(changedRows((at) => ({ price_buff: -1 - at, price_uu: 5 }))), 'malformed 200'],
  ['nesting without end', answers('['.repeat(90_000)), 'malformed 200'],
  ['fewer than half of the items', answers(partnerRows(2)), 'fewer-items 200'],
  ['no items where there were some', answers({}), 'no-items 200'],
  ['a body over the limit', answers(partnerRows(3000)), 'too-large 200'],
  ['304 where nothing was asked', (_, response) => void response.writeHead(304).end(), ''],
  ['a redirect', (_, response) => void response.writeHead(302, { Location: '/elsewhere' }).end(), 'redirect 302'],
  ['400', refuses(400), 'rejected 400'],
  ['a body that quotes the key', answers({ a: { quoted: key } }), 'key-in-body 200'],
  ['a body that quotes the key in escapes', answers(`{"a":{"quoted":"${escaped(key)}"}}`), 'key-in-body 200'],
  ['a body that escapes one letter of the key', answers(`{"a":{"quoted":"${escapedOnce}"}}`), 'key-in-body 200'],
];
