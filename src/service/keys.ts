import { createHash } from 'node:crypto';

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Finds who sends an `Authorization` header: a name for the key that is not the key, `undefined` without a valid one.
 * Keys are compared by their digests, so that the time taken tells nothing about them.
 */
export function createKeyring(keys: readonly string[]): (authorization: string | undefined) => string | undefined {
  const known = new Set(keys.map(digestOf));
  return (authorization = '') => {
    const [, key] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const digest = key === undefined ? undefined : digestOf(key);
    return digest !== undefined && known.has(digest) ? digest : undefined;
  };
}
