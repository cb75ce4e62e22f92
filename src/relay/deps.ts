import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { Invites } from '#relay/api/api-context.ts';
import type { Compressor } from '#relay/feeds/compressor.ts';
import type { Feeds, FeedsDeps } from '#relay/feeds/feeds.ts';
import type { HistoryReader } from '#relay/history/service.ts';

/** The log record of one answered request. It holds nothing secret. */
export interface RequestReport {
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  readonly encoding: string | undefined;
  readonly cache: string | undefined;
}

/** All dependencies that differ between a relay and a test. */
export interface RelayDeps extends Omit<FeedsDeps, 'createSnapshot'> {
  readonly tokens: readonly string[];
  readonly invites: Invites | undefined;
  /** Whether the prices are simulated: every answer says so, and none is kept by a cache. */
  readonly isSample: boolean;
  /** The past of the prices; `undefined` where none is kept, as of samples. */
  readonly history: HistoryReader | undefined;
  readonly name: () => string | undefined;
  /** The release that the relay is of. */
  readonly version: string;
  /** Whether nobody beyond this machine can reach the relay: a `Host` header must then name loopback. */
  readonly loopbackOnly: boolean;
  readonly compressor: Compressor;
  /** Takes watch lists; `undefined` where the relay tells of no crossings. */
  readonly alerts: Pick<AlertService, 'put' | 'status'> | undefined;
  readonly reportRequest: (request: RequestReport) => void;
  /** The text of `/metrics`; without it the route does not exist. */
  readonly metrics: ((feeds: Feeds) => Promise<string>) | undefined;
}
