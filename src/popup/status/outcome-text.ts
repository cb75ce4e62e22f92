import type { PageReport, RefreshAnswer } from '#protocol/messages.ts';
import { countText } from '#ui/age.ts';
import type { StatusMessage } from '#ui/status-message.ts';
import { plural, text } from '#ui/text.ts';

/** Words what a refresh brought; why it failed stands in the verdict. */
export function refreshOutcome(answer: RefreshAnswer): StatusMessage {
  if (answer.outcome === 'failed') return { tone: 'bad', text: text('popupRefreshFailed') };
  if (answer.outcome === 'unchanged') return { tone: 'good', text: text('popupRefreshUnchanged') };
  const { table } = answer.status;
  const told = table ? plural('popupRefreshItems', table.items, countText(table.items)) : text('popupRefreshNew');
  return { tone: 'good', text: told };
}

/** Words how the page in front of the user fares. */
export function pageOutcome(report: PageReport | undefined, name: string): StatusMessage {
  if (!report) return { tone: 'plain', text: text('popupPageNone') };
  const { seen, read, priced } = report;
  if (!report.on) return { tone: 'plain', text: text('popupPageOff', name) };
  if (report.drifted) return { tone: 'bad', text: text('popupPageDrifted', name, String(read), String(seen)) };
  if (seen === 0) return { tone: 'plain', text: text('popupPageEmpty') };
  const cards = plural('popupPageCards', seen, countText(seen), String(read), String(priced));
  return { tone: priced > 0 ? 'good' : 'plain', text: cards };
}
