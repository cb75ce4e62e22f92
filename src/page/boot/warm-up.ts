import { browserLanguage } from '#browser/language.ts';
import { dollar } from '#core/rates.ts';
import { formatAmount } from '#ui/format.ts';
import { cacheRetiredTexts } from '#ui/overlay-words.ts';
import { setMessageSource } from '#ui/text.ts';

/**
 * Sets the language, then formats an amount, which takes some 30 ms the first time. Runs in two short tasks, after the task
 * that asks the worker for prices.
 */
export function warmUp(): void {
  setMessageSource(browserLanguage());
  setTimeout(() => {
    formatAmount(100, dollar);
    setTimeout(cacheRetiredTexts);
  });
}
