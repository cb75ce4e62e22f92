import type { ItemCounts } from '#core/owned/inventory.ts';
import type { UnreadReason } from '#protocol/messages.ts';
import { countText } from '#ui/words/format.ts';
import { plural, text } from '#ui/words/text.ts';

const reasonKeys = {
  threw: 'reportThrew',
  'no-name': 'reportNoName',
  'no-key': 'reportNoKey',
  'no-row': 'reportNoRow',
  contradicted: 'reportContradicted',
  'no-place': 'reportNoPlace',
} as const satisfies Record<UnreadReason, string>;

export const reasonText = (why: UnreadReason): string => text(reasonKeys[why]);

/** The length of a list; a report has at most 50 entries of each. */
export const lengthText = ({ length }: readonly unknown[]): string =>
  length >= 50 ? text('reportOrMore', countText(length)) : countText(length);

/** The items that the totals leave out, one sentence per reason. */
export function notCountedTexts({ items, priced, doubtful }: ItemCounts): string[] {
  const unknown = items - priced - doubtful;
  return [
    ...(doubtful > 0 ? [plural('reportDoubtful', doubtful, countText(doubtful))] : []),
    ...(unknown > 0 ? [plural('reportUnpriced', unknown, countText(unknown))] : []),
  ];
}
