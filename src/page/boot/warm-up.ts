import { browserLanguage } from '#browser/language.ts';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { formatAmount } from '#ui/words/format.ts';
import { setMessageSource, text } from '#ui/words/text.ts';

export const setLanguage = (): void => setMessageSource(browserLanguage());

let isDue = true;

/**
 * Formats an amount, which takes some 30 ms the first time, and fetches the one text that a page needs after an update of the
 * extension, when none can be fetched. Runs in two short tasks of their own, once, and never on a page without items.
 */
export function warmUp(): void {
  if (!isDue) return;
  isDue = false;
  setTimeout(() => {
    formatAmount(inCurrency(100, dollar));
    setTimeout(() => text('overlayRetired'));
  });
}
