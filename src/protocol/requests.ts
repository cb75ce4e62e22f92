import * as z from 'zod/mini';
import { maxNameLength, maxNames, type RequestKind, type Requests } from '#protocol/messages.ts';

/** Who may send a request: a content script too, or only the extension's own pages. */
type Sender = 'anyone' | 'own-pages';

const nothing = z.record(z.string(), z.never());

/** Every request that the worker answers: its schema, and who may send it. */
export const requests: { [K in RequestKind]: { from: Sender; request: z.ZodMiniType<Requests[K]> } } = {
  quotes: { from: 'anyone', request: z.object({ names: z.array(z.string()).check(z.maxLength(maxNames)) }) },
  details: { from: 'anyone', request: z.object({ name: z.string().check(z.maxLength(maxNameLength)) }) },
  view: { from: 'anyone', request: z.object({ site: z.string().check(z.maxLength(64)) }) },
  deals: { from: 'anyone', request: z.object({ count: z.int().check(z.gte(0), z.lte(99_999)) }) },
  status: { from: 'own-pages', request: nothing },
  refresh: { from: 'own-pages', request: nothing },
  'test-relay': { from: 'own-pages', request: z.object({ url: z.string(), token: z.string() }) },
};
