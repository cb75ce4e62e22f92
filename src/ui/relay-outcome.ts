import type { RelayAddressProblem } from '#core/relay-address.ts';
import { countText } from '#ui/age.ts';
import { type AskedRelay, addressText, faultText, type ReportedFault } from '#ui/fault-text.ts';
import type { StatusMessage } from '#ui/outcome.ts';
import { plural } from '#ui/text.ts';

/** What a test of a relay brought, as the worker reports it. */
export type TestResult =
  | { readonly outcome: 'fine'; readonly items: number; readonly badRows: number }
  | { readonly outcome: 'bad-address'; readonly problem: RelayAddressProblem }
  | { readonly outcome: 'fault'; readonly fault: ReportedFault };

/** Words what a test of a relay brought. */
export function testOutcome(test: TestResult, asked: AskedRelay): StatusMessage {
  if (test.outcome === 'bad-address') return { tone: 'bad', text: addressText(test.problem) };
  if (test.outcome === 'fault') {
    const { title, advice } = faultText(test.fault, asked);
    return { tone: 'bad', text: `${title} ${advice}` };
  }
  const works = plural('popupRelayWorks', test.items, countText(test.items));
  return { tone: 'good', text: [works, unusable(test)].filter(Boolean).join(' ') };
}

/** The rows of a price list that could not be used, as a sentence; empty without any. */
export const unusable = ({ badRows }: { readonly badRows: number }): string =>
  badRows === 0 ? '' : plural('popupBadRows', badRows, countText(badRows));
