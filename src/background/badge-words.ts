import type { Trouble } from '#background/badge.ts';
import { message } from '#platform/language.ts';

const words = {
  unreachable: 'badgeUnreachable',
  timeout: 'badgeTimeout',
  unauthorized: 'badgeUnauthorized',
  'rate-limited': 'badgeRateLimited',
  unavailable: 'badgeUnavailable',
  undecodable: 'badgeUnusable',
  malformed: 'badgeUnusable',
  'too-large': 'badgeUnusable',
  rejected: 'badgeUnusable',
  stale: 'badgeStale',
  access: 'badgeAccess',
} as const satisfies Record<Trouble, string>;

/** Why the icon is marked, in one line. */
export const troubleText = (trouble: Trouble): string => message(words[trouble]);
