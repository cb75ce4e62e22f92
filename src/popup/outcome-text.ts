import type { Tone } from '#popup/deps.ts';
import type { PageReport, RefreshAnswer, RelayTest } from '#protocol/messages.ts';
import { countText } from '#ui/age.ts';
import { type Asked, addressText, faultText } from '#ui/fault-text.ts';

/** What came of something that the user did. */
export interface Outcome {
  readonly tone: Tone;
  readonly text: string;
}

/** Words what a test of a relay brought. */
export function testOutcome(test: RelayTest, asked: Asked): Outcome {
  if (test.outcome === 'bad-address') return { tone: 'bad', text: addressText[test.problem] };
  if (test.outcome === 'fault') {
    const { title, advice } = faultText(test.fault, asked);
    return { tone: 'bad', text: `${title} ${advice}` };
  }
  return { tone: 'good', text: `This relay works: it has prices for ${countText(test.items)} items.${unusable(test)}` };
}

/** Words what a refresh brought; the advice for a failure stands in the verdict. */
export function refreshOutcome(answer: RefreshAnswer, asked: Asked): Outcome {
  if (answer.outcome === 'failed')
    return { tone: 'bad', text: `Refresh failed. ${faultText(answer.fault, asked).title}` };
  if (answer.outcome === 'unchanged') return { tone: 'good', text: 'Unchanged: there are no newer prices yet.' };
  const { table } = answer.status;
  return { tone: 'good', text: table ? `New prices for ${countText(table.items)} items.` : 'New prices.' };
}

/** Words how the page in front of the user fares. */
export function pageOutcome(report: PageReport | undefined, name: string): Outcome {
  if (!report) {
    const text = 'No supported marketplace in this tab. If it is one, reload the tab once.';
    return { tone: 'plain', text };
  }
  const { seen, read, priced } = report;
  if (!report.on) return { tone: 'plain', text: `Switched off on ${name}.` };
  if (report.drifted) {
    const text = `${name} has changed: only ${read} of ${seen} cards can be read, so nothing is shown. Update Skinlens.`;
    return { tone: 'bad', text };
  }
  if (seen === 0) return { tone: 'plain', text: 'No item cards on this page.' };
  return { tone: priced > 0 ? 'good' : 'plain', text: counted('card', seen, `${read} read, ${priced} with prices`) };
}

const counted = (thing: string, count: number, rest: string): string =>
  `${countText(count)} ${thing}${count === 1 ? '' : 's'}: ${rest}.`;

/** The rows of a price list that could not be used, as a sentence; empty without any. */
export function unusable({ badRows }: { readonly badRows: number }): string {
  if (badRows === 0) return '';
  return badRows === 1
    ? ' 1 row of the relay’s list is unusable and left out.'
    : ` ${countText(badRows)} rows of the relay’s list are unusable and left out.`;
}
