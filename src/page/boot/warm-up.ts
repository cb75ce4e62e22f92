import { browserLanguage } from '#browser/language.ts';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { formatAmount } from '#ui/words/format.ts';
import { setMessageSource, text } from '#ui/words/text.ts';

export const setLanguage = (): void => setMessageSource(browserLanguage());

let isDue = true;

/** Formats an amount, some 30 ms the first time, and fetches the text needed after an update, when none can be. */
export function warmUp(): void {
  if (!isDue) return;
  isDue = false;
  setTimeout(() => {
    formatAmount(inCurrency(100, dollar));
    setTimeout(() => text('overlayRetired'));
  });
}
