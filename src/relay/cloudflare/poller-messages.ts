import * as z from 'zod/mini';
import { failureReasons } from '#relay/upstream/outcome.ts';

/** The changes of the history among the sources that a Worker may ask the object for. */
export const changesSource = '/api/changes';

/** The paths of the object that polls. Only Workers with its binding reach it. */
export const pollerPaths = { feed: '/feed', body: '/body', tick: '/tick' } as const;

/** Asks for a feed. It may cause a request to upstream, which counts as the client's. */
export const feedQuestion = z.object({
  source: z.string(),
  share: z.optional(z.object({ id: z.string(), perMinute: z.number() })),
});

export type FeedQuestion = z.infer<typeof feedQuestion>;

export const bodyQuestion = z.object({ source: z.string(), version: z.string() });

const failureCause = z.object({
  reason: z.union([z.enum(failureReasons), z.enum(['budget', 'store-away'])]),
  status: z.optional(z.number()),
});

/** What the object knows of a feed. Times are ages and waits in ms, so that two clocks need not agree. */
export const feedAnswer = z.object({
  data: z.optional(
    z.object({
      version: z.string(),
      etag: z.optional(z.string()),
      lastModified: z.number(),
      confirmedAgoMs: z.number(),
    }),
  ),
  failure: z.optional(failureCause),
  /** Whether a request to upstream runs. */
  isBusy: z.boolean(),
  /** The time until another question can have another answer. */
  waitMs: z.number(),
  key: z.object({
    isRefused: z.boolean(),
    pause: z.optional(z.object({ reason: z.enum(failureReasons), ms: z.number() })),
  }),
});

export type FeedAnswer = z.infer<typeof feedAnswer>;
