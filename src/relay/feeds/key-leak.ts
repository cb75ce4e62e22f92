import { Buffer } from 'node:buffer';
import type { Bytes } from '#protocol/bytes.ts';

/** A shorter key may be a word of an item's name, and is no secret. */
const minKeyLength = 16;

/** A character as JSON may write it. */
function inJson(char: string): string {
  const code = char.charCodeAt(0).toString(16).padStart(2, '0');
  const anyCase = code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\?${RegExp.escape(char)}|\\\\u00${anyCase})`;
}

/** Tells whether upstream quotes the key, which must not be passed on, stored or sent back. */
export function createKeyDetector(key: string) {
  const isSecret = key.length >= minKeyLength;
  const mayBeEscaped = /["\\/]/.test(key) ? '\\' : '\\u00';
  const escaped = new RegExp(Array.from(key, inJson).join(''));
  return {
    inText: (text: string): boolean => isSecret && text.includes(key),
    /** In a JSON body, with escapes such as `\u0041` too. */
    inBody: (bytes: Bytes): boolean => {
      if (!isSecret) return false;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return body.includes(key, 0, 'latin1') || (body.includes(mayBeEscaped) && escaped.test(body.toString('latin1')));
    },
  };
}
