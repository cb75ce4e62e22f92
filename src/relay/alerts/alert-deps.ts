import type { AlertChannel, ChannelBases } from '#relay/alerts/channel.ts';
import type { RelayBase } from '#relay/base.ts';
import type { HistoryService } from '#relay/history/service.ts';

type Base = Pick<RelayBase, 'limits' | 'fetch' | 'now' | 'monotonicMs' | 'storage' | 'bodyProcessor' | 'reportProblem'>;

export interface AlertServiceDeps extends Base, Pick<HistoryService, 'changes'> {
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  readonly bases: ChannelBases;
  readonly isKnown: (owner: string) => boolean;
  readonly ending: AbortSignal;
}
