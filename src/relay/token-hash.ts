import { createHash } from 'node:crypto';

/** The SHA-256 of a secret: of one length for all, so that comparing two takes the same time for every secret. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** By this a token is known where it may not be kept. */
export const hashToken = (token: string): string => digestOf(token).toString('hex');
