import type { RelaySettings, RelayTest } from '#core/settings/relay-address.ts';
import { addressText, faultText } from '#ui/words/fault-text.ts';
import { countText } from '#ui/words/format.ts';
import type { StatusMessage } from '#ui/words/status-message.ts';
import { plural, text } from '#ui/words/text.ts';

export function relayTestMessage(test: RelayTest, asked: RelaySettings): StatusMessage {
  if (test.outcome === 'bad-address') return { tone: 'bad', text: addressText(test.problem) };
  if (test.outcome === 'fault') {
    const { title, advice } = faultText(test.fault, asked);
    return { tone: 'bad', text: `${title} ${advice}` };
  }
  return fineMessage(plural('popupRelayWorks', test.items, countText(test.items)), test);
}

type FineTest = Extract<RelayTest, { outcome: 'fine' }>;

export const relayFoundMessage = (test: FineTest, url: string): StatusMessage =>
  fineMessage(plural('welcomeFound', test.items, test.name ?? url, countText(test.items)), test);

const fineMessage = (sentence: string, test: FineTest): StatusMessage => ({
  tone: test.sample ? 'warn' : 'good',
  text: [sentence, test.sample && text('popupRelaySample'), unusableRowsText(test)].filter(Boolean).join(' '),
});

export const unusableRowsText = ({ badRows }: { readonly badRows: number }): string =>
  badRows === 0 ? '' : plural('popupBadRows', badRows, countText(badRows));
