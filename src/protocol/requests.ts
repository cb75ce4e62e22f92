import * as z from 'zod/mini';
import { maxNameLength } from '#core/names.ts';
import { maxNames, maxQueryLength, maxResults, maxSiteLength } from '#protocol/limits.ts';
import { onDemandScripts, type RequestKind, type Requests } from '#protocol/messages.ts';
import { watchRequests } from '#protocol/watch-list-messages.ts';

const nothing = z.record(z.string(), z.never());

const names = z.array(z.string()).check(z.maxLength(maxNames));
const site = z.string().check(z.maxLength(maxSiteLength));

/** Every request that the worker answers; who may send it says `senders.ts`. */
export const requests: { [K in RequestKind]: z.ZodMiniType<Requests[K]> } = {
  quotes: z.object({ names }),
  details: z.object({ name: z.string().check(z.maxLength(maxNameLength)) }),
  view: z.object({ site }),
  deals: z.object({ count: z.int().check(z.gte(0), z.lte(99_999)) }),
  script: z.object({ name: z.enum(onDemandScripts) }),
  status: nothing,
  refresh: nothing,
  'coin-rate': nothing,
  contacts: nothing,
  search: z.object({
    query: z.string().check(z.maxLength(maxQueryLength)),
    limit: z.int().check(z.gte(1), z.lte(maxResults)),
  }),
  'test-relay': z.object({ url: z.string(), token: z.string() }),
  ...watchRequests,
};
