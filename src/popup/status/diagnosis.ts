import type { FaultReport } from '#core/asks/fault.ts';
import { ageDoubt } from '#core/prices/offer.ts';
import { ageRules, isStale } from '#core/prices/stale-after.ts';
import { parseRelayAddress } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Status } from '#protocol/messages.ts';
import { isOlder, neededRelay } from '#protocol/relay-headers.ts';
import { addressText, type FaultText, faultText, relayName } from '#ui/words/fault-text.ts';
import { spanText } from '#ui/words/format.ts';
import type { Tone } from '#ui/words/status-message.ts';
import { text } from '#ui/words/text.ts';

export type WorkerState =
  | { readonly state: 'asking' }
  | { readonly state: 'no-answer' }
  | { readonly state: 'known'; readonly status: Status };

export interface Diagnosis extends FaultText {
  readonly tone: Tone;
}

const say = (tone: Tone, title: string, advice = ''): Diagnosis => ({ tone, title, advice });

/** The first failure. @param refreshing a refresh has just started: the last fault may be over, or of another relay */
export function diagnose(worker: WorkerState, settings: Settings, now: number, refreshing = false): Diagnosis {
  if (worker.state === 'no-answer') return say('bad', text('diagnosisNoWorker'), text('diagnosisNoWorkerAdvice'));
  if (worker.state === 'asking') return say('plain', text('popupChecking'));
  const address = parseRelayAddress(settings.relay.url);
  if ('problem' in address) return say('bad', text('diagnosisAddress'), addressText(address.problem));
  const { status } = worker;
  if (status.fault && refreshing) return say('plain', text('diagnosisAskingRelay', relayName(settings.relay.url)));
  if (status.fault) return diagnoseFault(status.fault, status, settings, now);
  if (status.table?.sample) return say('warn', text('diagnosisSample'), text('diagnosisSampleAdvice'));
  return status.table ? diagnoseAge(status.table.asOf, status, settings, now) : diagnoseEmptyTable(status);
}

function diagnoseFault(fault: FaultReport, { table }: Status, settings: Settings, now: number): Diagnosis {
  const { title, advice } = faultText(fault, settings.relay);
  if (!table) return say('bad', title, advice);
  return isStale(table.asOf, settings, now)
    ? say('bad', title, `${advice} ${text('diagnosisStoredGrey')}`)
    : say('warn', title, `${advice} ${text('diagnosisStoredInUse')}`);
}

/** Prices work with any relay. The first ones told no version, and have none of what is newer. */
export function diagnoseVersion(version: string | undefined, needed = neededRelay): Diagnosis {
  if (version !== undefined && !isOlder(version, needed)) return say('good', text('diagnosisWorking'));
  const title = version === undefined ? text('diagnosisRelayFirst') : text('diagnosisRelayOld', version, needed);
  return say('warn', title, text('diagnosisRelayOldAdvice'));
}

const timeText = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function diagnoseAge(asOf: number, { clockAheadMs, relayVersion }: Status, settings: Settings, now: number): Diagnosis {
  const doubt = ageDoubt(asOf, ageRules(settings, now));
  if (!doubt) return diagnoseVersion(relayVersion);
  if (clockAheadMs === undefined && doubt === 'old')
    return say('warn', text('diagnosisOld', spanText(now - asOf)), text('diagnosisOldAdvice'));
  const title =
    clockAheadMs === undefined
      ? text('diagnosisClock', timeText(asOf), timeText(now))
      : text('diagnosisClocks', timeText(now - clockAheadMs), timeText(now));
  return say('warn', title, text('diagnosisClockAdvice'));
}

const diagnoseEmptyTable = ({ checking }: Status): Diagnosis =>
  checking
    ? say('plain', text('diagnosisFirst'), text('diagnosisFirstAdvice'))
    : say('plain', text('diagnosisNone'), text('diagnosisNoneAdvice'));
