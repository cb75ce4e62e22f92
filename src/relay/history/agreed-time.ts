import type { PresentHalfHour } from '#relay/history/record.ts';
import { clockToleranceMs, halfHourOf } from '#relay/history/time.ts';

/** Why it is not known what time it is. */
export type ClockProblem =
  /** This machine's clock and upstream's are too far apart. `aheadMs` is negative where this machine's is behind. */
  | { readonly kind: 'apart'; readonly aheadMs: number }
  /** Upstream does not tell its time. */
  | { readonly kind: 'untold' };

/** Both clocks have moved as the monotonic clock did for this time: they are steady. A jump of seconds is over by then. */
const steadyMs = 10 * 60_000;

export interface AgreedTimeDeps {
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/**
 * The time on which upstream's `Date` and this machine's clock agree within an hour; upstream's counts. One clock alone may
 * be wrong by hours, such as on a computer with a second system, or by years.
 */
export function createAgreedTime({ now, monotonicMs }: AgreedTimeDeps) {
  let offset: number | undefined;
  let since = 0;
  /** @param upstreamDate ms since 1970 */
  return (upstreamDate: number | undefined): PresentHalfHour | ClockProblem => {
    if (upstreamDate === undefined) return { kind: 'untold' };
    const aheadMs = now() - upstreamDate;
    if (Math.abs(aheadMs) > clockToleranceMs) return { kind: 'apart', aheadMs };
    const monotonic = monotonicMs();
    const hasJumped = offset === undefined || Math.abs(upstreamDate - monotonic - offset) > clockToleranceMs;
    if (hasJumped) [offset, since] = [upstreamDate - monotonic, monotonic];
    return { halfHour: halfHourOf(upstreamDate), isSteady: monotonic - since >= steadyMs };
  };
}
