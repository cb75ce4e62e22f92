import type { Totals, UnreadReason } from '#protocol/messages.ts';
import { countText } from '#ui/age.ts';
import { plural, text } from '#ui/text.ts';

const reasons = {
  threw: 'reportThrew',
  'no-name': 'reportNoName',
  'no-key': 'reportNoKey',
  'no-row': 'reportNoRow',
  contradicted: 'reportContradicted',
  'no-place': 'reportNoPlace',
} as const satisfies Record<UnreadReason, string>;

/** Why a card shows nothing, for its reader. */
export const reasonText = (why: UnreadReason): string => text(reasons[why]);

/** How long a list is that is cut at 50. */
export const lengthText = ({ length }: readonly unknown[]): string =>
  length >= 50 ? text('reportOrMore', countText(length)) : countText(length);

/** What no sum counts, a sentence each. */
export function notCounted({ items, priced, doubtful }: Totals): string[] {
  const rest = items - priced - doubtful;
  return [
    ...(doubtful > 0 ? [plural('reportDoubtful', doubtful, countText(doubtful))] : []),
    ...(rest > 0 ? [plural('reportUnpriced', rest, countText(rest))] : []),
  ];
}
