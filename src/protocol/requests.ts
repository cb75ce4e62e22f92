import * as z from 'zod/mini';
import {
  lateScripts,
  maxFound,
  maxNameLength,
  maxNames,
  maxQueryLength,
  type RequestKind,
  type Requests,
} from '#protocol/messages.ts';
import { watchRequests } from '#protocol/watch-messages.ts';

/** Who may send a request: a content script too, or only the extension's own pages. */
type Sender = 'anyone' | 'own-pages';

const nothing = z.record(z.string(), z.never());

const names = z.array(z.string()).check(z.maxLength(maxNames));
const site = z.string().check(z.maxLength(64));

/** Every request that the worker answers: its schema, and who may send it. */
export const requests: { [K in RequestKind]: { from: Sender; request: z.ZodMiniType<Requests[K]> } } = {
  quotes: { from: 'anyone', request: z.object({ names }) },
  details: { from: 'anyone', request: z.object({ name: z.string().check(z.maxLength(maxNameLength)) }) },
  view: { from: 'anyone', request: z.object({ site }) },
  deals: { from: 'anyone', request: z.object({ count: z.int().check(z.gte(0), z.lte(99_999)) }) },
  script: { from: 'anyone', request: z.object({ name: z.enum(lateScripts) }) },
  status: { from: 'own-pages', request: nothing },
  refresh: { from: 'own-pages', request: nothing },
  'coin-rate': { from: 'own-pages', request: nothing },
  contacts: { from: 'own-pages', request: nothing },
  search: {
    from: 'own-pages',
    request: z.object({
      query: z.string().check(z.maxLength(maxQueryLength)),
      limit: z.int().check(z.gte(1), z.lte(maxFound)),
    }),
  },
  'test-relay': { from: 'own-pages', request: z.object({ url: z.string(), token: z.string() }) },
  watch: { from: 'own-pages', request: watchRequests.watch },
  'watch-star': { from: 'own-pages', request: watchRequests['watch-star'] },
  'watch-alert': { from: 'own-pages', request: watchRequests['watch-alert'] },
  'watch-histories': { from: 'own-pages', request: watchRequests['watch-histories'] },
};
