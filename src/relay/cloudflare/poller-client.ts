import type { Bytes } from '#protocol/bytes.ts';
import type { ObjectStub } from '#relay/cloudflare/bindings.ts';
import { type FeedAnswer, type FeedQuestion, feedAnswer, pollerPaths } from '#relay/cloudflare/poller-messages.ts';
import { errorCode } from '#relay/error-code.ts';
import type { KvStore } from '#relay/storage/kv-store.ts';
import type { KeyLimits, UpstreamShare } from '#relay/upstream/key-limits.ts';
import type { SharedFeed, SharedTurn } from '#relay/upstream/shared-feed.ts';
import type { SharedUpstream } from '#relay/upstream/shared-upstream.ts';

export interface PollerClientParts {
  /** The object that polls, anew for each question: a stub is broken after its object has failed. */
  readonly poller: () => ObjectStub;
  readonly kv: KvStore;
  readonly now: () => number;
  /** A monotonic clock in ms. */
  readonly monotonicMs: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
}

/** The object is asked again after this time when it did not answer, or upstream has not answered it, in ms. */
const retryMs = 500;

/** A Worker's part of the shared polling: it never gets a turn, and takes up what the object that polls has. */
export function createPollerClient(parts: PollerClientParts, keyLimits: KeyLimits): SharedUpstream {
  let isAway = false;
  const begin = async (source: string, share: UpstreamShare | undefined): Promise<SharedTurn> => {
    try {
      const answer = await askForFeed(parts, source, share);
      keyLimits.follow({ isRefused: answer.key.isRefused, pause: answer.key.pause }, parts.monotonicMs());
      isAway = false;
      return toTurn(parts, source, answer);
    } catch (error) {
      if (!isAway) parts.reportProblem('the object that polls does not answer', errorCode(error));
      isAway = true;
      const block = { reason: 'store-away' } as const;
      return { ...noTurn, block, waitMs: retryMs, record: undefined, data: undefined };
    }
  };
  return {
    feed: ({ source }): SharedFeed => ({
      begin: (share) => begin(source, share),
      end: async () => undefined,
    }),
    status: () => ({ isAway, relays: 1 }),
    meet: async () => undefined,
    close: async () => undefined,
  };
}

const noTurn = { isGranted: false, id: undefined, isBusy: false } as const;

async function askForFeed(
  { poller }: PollerClientParts,
  source: string,
  share: UpstreamShare | undefined,
): Promise<FeedAnswer> {
  const question: FeedQuestion = { source, share: share && { id: share.id, perMinute: share.perMinute } };
  const response = await post(poller(), pollerPaths.feed, question);
  return feedAnswer.parse(await response.json());
}

function toTurn(parts: PollerClientParts, source: string, answer: FeedAnswer): SharedTurn {
  const { data, failure, isBusy, waitMs } = answer;
  // A client's own limit is no pace of the feed.
  const isClients = failure?.reason === 'budget' || failure?.reason === 'store-away';
  return {
    ...noTurn,
    isBusy,
    block: isClients ? failure : undefined,
    waitMs: isBusy ? retryMs : waitMs,
    record: { failures: 0, shrunken: 0, failure: isClients ? undefined : failure },
    data: data && {
      version: data.version,
      etag: data.etag,
      lastModified: data.lastModified,
      confirmedAt: parts.now() - Math.max(0, data.confirmedAgoMs),
      load: () => loadBody(parts, source, data.version),
    },
  };
}

/** From KV, or from the object where KV does not have the body. */
async function loadBody(
  { kv, poller }: PollerClientParts,
  source: string,
  version: string,
): Promise<Bytes | undefined> {
  const stored = await kv.loadBody(source, version);
  if (stored) return stored;
  const response = await post(poller(), pollerPaths.body, { source, version });
  return new Uint8Array(await response.arrayBuffer());
}

/** @throws Error unless the object answers with 200 */
async function post(poller: ObjectStub, path: string, body: unknown): Promise<Response> {
  const response = await poller.fetch(`https://poller${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (response.ok) return response;
  await response.body?.cancel();
  throw Object.assign(new Error('refused'), { code: String(response.status) });
}
