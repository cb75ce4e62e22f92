import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';

/** What one window has entered so far. It lives in memory until it is saved. */
export interface Draft {
  readonly id: string;
  url: string;
  key?: string | undefined;
  problem?: PageTextKey | undefined;
  test?: PriceApiTest | undefined;
}

/** Windows that set up at once; the one unused for longest is forgotten first. */
const maxDrafts = 16;

export function createDrafts() {
  const drafts = new LRUCache<string, Draft>({ max: maxDrafts });
  return {
    open(id: string | undefined, url: string): Draft {
      const known = id === undefined ? undefined : drafts.get(id);
      if (known) return known;
      const draft: Draft = { id: randomBytes(9).toString('base64url'), url };
      drafts.set(draft.id, draft);
      return draft;
    },
  };
}
