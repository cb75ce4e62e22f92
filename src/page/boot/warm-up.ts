import { browserLanguage } from '#browser/language.ts';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { formatAmount } from '#ui/words/format.ts';
import { setMessageSource, text } from '#ui/words/text.ts';

/**
 * Sets the language, then formats an amount, which takes some 30 ms the first time. Fetches the one text that a page needs
 * after an update of the extension, when none can be fetched. Runs in two short tasks, after the task that asks the worker
 * for prices.
 */
export function warmUp(): void {
  setMessageSource(browserLanguage());
  setTimeout(() => {
    formatAmount(inCurrency(100, dollar));
    setTimeout(() => text('overlayRetired'));
  });
}
