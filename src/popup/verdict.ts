import { relayAddress, type Settings } from '#core/settings.ts';
import type { Tone } from '#popup/deps.ts';
import type { FaultReport, Status } from '#protocol/messages.ts';
import { spanText } from '#ui/age.ts';
import { addressText, faultText, relayName } from '#ui/fault-text.ts';

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

const asking: Verdict = { tone: 'plain', title: 'Looking…', advice: '' };

const gone: Verdict = {
  tone: 'bad',
  title: 'The background part of Skinlens does not answer.',
  advice: 'Close this window and open it again. If that does not help, restart the browser.',
};

/**
 * Judges how things stand.
 * @param now ms since the epoch.
 * @param busy the user has just had the relay asked: the last fault may be over, or another relay's.
 */
export function judge(health: Health, settings: Settings, now: number, busy = false): Verdict {
  if (health.state === 'gone') return gone;
  if (health.state === 'asking') return asking;
  const address = relayAddress(settings.relay.url);
  if ('problem' in address) {
    return { tone: 'bad', title: 'The relay address cannot be used.', advice: addressText[address.problem] };
  }
  const { status } = health;
  if (status.fault && busy) return { tone: 'plain', title: `Asking ${relayName(settings.relay.url)}…`, advice: '' };
  if (status.fault) return judgeFault(status.fault, status, settings, now);
  return status.table ? judgeAge(status.table.asOf, settings, now) : judgeEmpty(status);
}

function judgeFault(fault: FaultReport, status: Status, settings: Settings, now: number): Verdict {
  const { title, advice } = faultText(fault, settings.relay);
  if (!status.table) return { tone: 'bad', title, advice };
  if (!isStale(status.table.asOf, settings, now)) {
    return { tone: 'warn', title, advice: `${advice} The stored prices stay in use meanwhile.` };
  }
  return { tone: 'bad', title, advice: `${advice} Meanwhile the stored prices are shown in grey, as too old.` };
}

function judgeAge(asOf: number, settings: Settings, now: number): Verdict {
  if (!isStale(asOf, settings, now)) return { tone: 'good', title: 'Working. Prices are up to date.', advice: '' };
  return {
    tone: 'warn',
    title: `The prices are ${spanText(now - asOf)} old.`,
    advice: 'They are shown in grey, without a comparison. Refresh; if nothing newer comes, look at the relay.',
  };
}

const judgeEmpty = ({ checking }: Status): Verdict =>
  checking
    ? { tone: 'plain', title: 'Fetching the first prices…', advice: 'This takes a few seconds.' }
    : {
        tone: 'plain',
        title: 'No prices yet.',
        advice: 'They come with the first page that shows items, or on Refresh.',
      };

/** Past the limit of the settings a price carries no verdict. */
export const isStale = (asOf: number, settings: Settings, now: number): boolean =>
  now - asOf > settings.freshness.staleMinutes * 60_000;
