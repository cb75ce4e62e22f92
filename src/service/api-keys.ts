import { hash } from 'node:crypto';
import { bearerToken } from '#protocol/bearer.ts';

const digestOf = (key: string): string => hash('sha256', key);

/**
 * Finds the key of an `Authorization` header: its digest, or `undefined` without a valid key.
 * Digests are compared, so the duration reveals nothing about the keys.
 */
export function createKeyring(keys: readonly string[]): (authorization: string | undefined) => string | undefined {
  const known = new Set(keys.map(digestOf));
  return (authorization) => {
    const digest = digestOf(bearerToken(authorization));
    return known.has(digest) ? digest : undefined;
  };
}
