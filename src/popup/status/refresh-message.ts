import type { RefreshAnswer } from '#protocol/messages.ts';
import { countText } from '#ui/age.ts';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

/** The result of a refresh in words. The diagnosis says why it failed. */
export function refreshMessage({ outcome, status: { table } }: RefreshAnswer): StatusMessage {
  if (outcome === 'failed') return { tone: 'bad', text: text('popupRefreshFailed') };
  if (outcome === 'unchanged') return { tone: 'good', text: text('popupRefreshUnchanged') };
  const words = table ? plural('popupRefreshItems', table.items, countText(table.items)) : text('popupRefreshNew');
  return { tone: 'good', text: words };
}
