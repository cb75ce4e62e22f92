import type { FaultReport } from '#core/asks/fault.ts';
import { ageDoubt } from '#core/prices/offer.ts';
import { ageRules, isStale } from '#core/prices/stale-after.ts';
import { parseRelayAddress } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Status } from '#protocol/messages.ts';
import { isOlder, neededRelay } from '#protocol/relay-headers.ts';
import { addressText, faultText, relayName } from '#ui/words/fault-text.ts';
import { spanText } from '#ui/words/format.ts';
import type { Tone } from '#ui/words/status-message.ts';
import { text } from '#ui/words/text.ts';

export type WorkerState =
  | { readonly state: 'asking' }
  | { readonly state: 'no-answer' }
  | { readonly state: 'known'; readonly status: Status };

export interface Diagnosis {
  readonly tone: Tone;
  readonly title: string;
  readonly advice: string;
}

/** The first failure. @param refreshing a refresh has just started: the last fault may be over, or of another relay */
export function diagnose(worker: WorkerState, settings: Settings, now: number, refreshing = false): Diagnosis {
  if (worker.state === 'no-answer') {
    return { tone: 'bad', title: text('diagnosisNoWorker'), advice: text('diagnosisNoWorkerAdvice') };
  }
  if (worker.state === 'asking') return { tone: 'plain', title: text('popupChecking'), advice: '' };
  const address = parseRelayAddress(settings.relay.url);
  if ('problem' in address) {
    return { tone: 'bad', title: text('diagnosisAddress'), advice: addressText(address.problem) };
  }
  const { status } = worker;
  if (status.fault && refreshing) {
    return { tone: 'plain', title: text('diagnosisAskingRelay', relayName(settings.relay.url)), advice: '' };
  }
  if (status.fault) return diagnoseFault(status.fault, status, settings, now);
  if (status.table?.sample) {
    return { tone: 'warn', title: text('diagnosisSample'), advice: text('diagnosisSampleAdvice') };
  }
  return status.table ? diagnoseAge(status.table.asOf, status, settings, now) : diagnoseEmptyTable(status);
}

function diagnoseFault(fault: FaultReport, { table }: Status, settings: Settings, now: number): Diagnosis {
  const { title, advice } = faultText(fault, settings.relay);
  if (!table) return { tone: 'bad', title, advice };
  return isStale(table.asOf, settings, now)
    ? { tone: 'bad', title, advice: `${advice} ${text('diagnosisStoredGrey')}` }
    : { tone: 'warn', title, advice: `${advice} ${text('diagnosisStoredInUse')}` };
}

/** Prices work with any relay. The first ones told no version, and have none of what is newer. */
export function diagnoseVersion(version: string | undefined, needed = neededRelay): Diagnosis {
  if (version !== undefined && !isOlder(version, needed))
    return { tone: 'good', title: text('diagnosisWorking'), advice: '' };
  const title = version === undefined ? text('diagnosisRelayFirst') : text('diagnosisRelayOld', version, needed);
  return { tone: 'warn', title, advice: text('diagnosisRelayOldAdvice') };
}

const timeText = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function diagnoseAge(asOf: number, { clockAheadMs, relayVersion }: Status, settings: Settings, now: number): Diagnosis {
  const doubt = ageDoubt(asOf, ageRules(settings, now));
  if (!doubt) return diagnoseVersion(relayVersion);
  if (clockAheadMs !== undefined) {
    const title = text('diagnosisClocks', timeText(now - clockAheadMs), timeText(now));
    return { tone: 'warn', title, advice: text('diagnosisClockAdvice') };
  }
  return doubt === 'old'
    ? { tone: 'warn', title: text('diagnosisOld', spanText(now - asOf)), advice: text('diagnosisOldAdvice') }
    : {
        tone: 'warn',
        title: text('diagnosisClock', timeText(asOf), timeText(now)),
        advice: text('diagnosisClockAdvice'),
      };
}

const diagnoseEmptyTable = ({ checking }: Status): Diagnosis =>
  checking
    ? { tone: 'plain', title: text('diagnosisFirst'), advice: text('diagnosisFirstAdvice') }
    : { tone: 'plain', title: text('diagnosisNone'), advice: text('diagnosisNoneAdvice') };
