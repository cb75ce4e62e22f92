import * as z from 'zod/mini';
import { maxNameLength } from '#core/names.ts';
import type { MainRequestKind } from '#protocol/early-requests.ts';
import { historyRequests } from '#protocol/history-messages.ts';
import { maxQueryLength, maxResults } from '#protocol/limits.ts';
import { onDemandScripts, type Requests } from '#protocol/messages.ts';
import { portfolioRequests } from '#protocol/portfolio-messages.ts';
import { watchRequests } from '#protocol/watch-list-messages.ts';

const empty = z.record(z.string(), z.never());

/** Requests of a page that opens have guards (`early-requests.ts`). */
const schemas: { readonly [K in MainRequestKind]: z.ZodMiniType<Requests[K]> } = {
  details: z.object({ name: z.string().check(z.maxLength(maxNameLength)) }),
  deals: z.object({ count: z.int().check(z.gte(0), z.lte(99_999)) }),
  explore: z.object({ name: z.string().check(z.minLength(1), z.maxLength(maxNameLength)) }),
  script: z.object({ name: z.enum(onDemandScripts) }),
  status: empty,
  refresh: empty,
  'coin-rate': empty,
  'request-log': empty,
  search: z.object({
    query: z.string().check(z.maxLength(maxQueryLength)),
    limit: z.int().check(z.gte(1), z.lte(maxResults)),
  }),
  'test-relay': z.object({ url: z.string(), token: z.string() }),
  ...watchRequests,
  ...historyRequests,
  ...portfolioRequests,
};

/** Parses a request of a kind; `undefined` for an invalid one. */
export const parseMainRequest = <K extends MainRequestKind>(kind: K, request: unknown): Requests[K] | undefined =>
  schemas[kind].safeParse(request).data;
