import { Buffer } from 'node:buffer';
import type { Bytes } from '#protocol/bytes.ts';

/** A shorter key may be a word of an item's name, and is no secret. */
const minKeyLength = 16;

/** Tells whether upstream quotes the key, which must not be passed on, stored or sent back. */
export function createKeyDetector(key: string) {
  const isSecret = key.length >= minKeyLength;
  const mayBeEscaped = /["\\/]/.test(key) ? '\\' : '\\u00';
  return {
    inText: (text: string): boolean => isSecret && text.includes(key),
    /** In a JSON body, with escapes such as `\u0041` too. */
    inBody: (bytes: Bytes): boolean => {
      if (!isSecret) return false;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return body.includes(key, 0, 'latin1') || (body.includes(mayBeEscaped) && unescapeJson(body).includes(key));
    },
  };
}

const backslash = 0x5c;
const letterU = 0x75;

/** The bytes with JSON's escapes of ASCII characters resolved; other escapes lose their backslash. */
function unescapeJson(body: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    let byte = body[at] ?? 0;
    if (byte === backslash) {
      at++;
      byte = body[at] ?? 0;
      const code = byte === letterU ? Number.parseInt(body.toString('latin1', at + 1, at + 5), 16) : Number.NaN;
      if (code < 0x80) {
        byte = code;
        at += 4;
      }
    }
    plain[length++] = byte;
  }
  return plain.subarray(0, length);
}
