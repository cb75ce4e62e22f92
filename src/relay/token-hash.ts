import { hash, timingSafeEqual } from 'node:crypto';

/** The SHA-256 of a secret: of one length for all, so that comparing two takes the same time for every secret. */
export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** By this a token is known where it may not be kept. */
export const hashToken = (token: string): string => hash('sha256', token);

/** Whether two secrets are the same; the duration tells nothing. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
