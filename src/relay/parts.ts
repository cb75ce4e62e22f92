import type { Compressor } from '#relay/snapshot/compressor.ts';
import type { Feeds, FeedsParts } from '#relay/upstream/feeds.ts';

/** The log record of one answered request. It holds nothing secret. */
export interface RequestReport {
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Length of the body. */
  readonly bytes: number;
  readonly encoding: string | undefined;
  readonly cache: string | undefined;
}

/** All dependencies that differ between Node, Workers and tests. */
export interface RelayParts extends Omit<FeedsParts, 'createSnapshot'> {
  readonly tokens: readonly string[];
  /** Whether a `Host` header must name loopback. */
  readonly loopbackOnly: boolean;
  readonly compressor: Compressor;
  readonly reportRequest: (request: RequestReport) => void;
  /** The text of `/metrics`; without it the route does not exist. */
  readonly metrics: ((feeds: Feeds) => Promise<string>) | undefined;
}
