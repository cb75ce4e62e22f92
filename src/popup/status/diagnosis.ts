import { parseRelayAddress } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import type { FaultReport, Status } from '#protocol/messages.ts';
import { spanText } from '#ui/age.ts';
import { addressText, faultText, relayName } from '#ui/fault-text.ts';
import type { Tone } from '#ui/outcome.ts';
import { text } from '#ui/text.ts';

/** What is known of the worker: nothing yet, that it does not answer, or how its table stands. */
export type Health =
  | { readonly state: 'asking' }
  | { readonly state: 'gone' }
  | { readonly state: 'known'; readonly status: Status };

/** The answer to "is it working, and if not, why?". */
export interface Verdict {
  readonly tone: Tone;
  readonly title: string;
  readonly advice: string;
}

/**
 * Judges how things stand.
 * @param now ms since the epoch.
 * @param busy the user has just had the relay asked: the last fault may be over, or another relay's.
 */
export function judge(health: Health, settings: Settings, now: number, busy = false): Verdict {
  if (health.state === 'gone') return { tone: 'bad', title: text('verdictGone'), advice: text('verdictGoneAdvice') };
  if (health.state === 'asking') return { tone: 'plain', title: text('verdictAsking'), advice: '' };
  const address = parseRelayAddress(settings.relay.url);
  if ('problem' in address) {
    return { tone: 'bad', title: text('verdictAddress'), advice: addressText(address.problem) };
  }
  const { status } = health;
  if (status.fault && busy) {
    return { tone: 'plain', title: text('verdictAskingRelay', relayName(settings.relay.url)), advice: '' };
  }
  if (status.fault) return judgeFault(status.fault, status, settings, now);
  return status.table ? judgeAge(status.table.asOf, settings, now) : judgeEmpty(status);
}

function judgeFault(fault: FaultReport, status: Status, settings: Settings, now: number): Verdict {
  const { title, advice } = faultText(fault, settings.relay);
  if (!status.table) return { tone: 'bad', title, advice };
  if (!isStale(status.table.asOf, settings, now)) {
    return { tone: 'warn', title, advice: `${advice} ${text('verdictKept')}` };
  }
  return { tone: 'bad', title, advice: `${advice} ${text('verdictGrey')}` };
}

function judgeAge(asOf: number, settings: Settings, now: number): Verdict {
  if (!isStale(asOf, settings, now)) return { tone: 'good', title: text('verdictWorking'), advice: '' };
  return {
    tone: 'warn',
    title: text('verdictOld', spanText(now - asOf)),
    advice: text('verdictOldAdvice'),
  };
}

const judgeEmpty = ({ checking }: Status): Verdict =>
  checking
    ? { tone: 'plain', title: text('verdictFirst'), advice: text('verdictFirstAdvice') }
    : { tone: 'plain', title: text('verdictNone'), advice: text('verdictNoneAdvice') };

/** Past the limit of the settings a price carries no verdict. */
export const isStale = (asOf: number, settings: Settings, now: number): boolean =>
  now - asOf > settings.freshness.staleMinutes * 60_000;
