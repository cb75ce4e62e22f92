import { dollar } from '#core/rates.ts';
import { browserLanguage } from '#platform/language.ts';
import { formatAmount } from '#ui/format.ts';
import { overlay } from '#ui/overlay.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';
import { cacheRetiredTexts } from '#ui/overlay-words.ts';
import { setMessageSource } from '#ui/text.ts';

/** An overlay that says nearly all that one can say. */
const example: OverlayModel = {
  state: 'ready',
  rows: [
    { market: 'buff163', cents: 100, diff: -1 },
    { market: 'youpin', cents: 100_000, diff: 1 },
    { market: 'csfloat', cents: undefined, diff: undefined },
  ],
  listingCents: 99,
  liquidity: 50,
  noDifferenceReason: undefined,
  missing: undefined,
  shown: dollar,
  used: [],
  deal: false,
  ageMs: 60_000,
  fault: undefined,
};

/**
 * Learns the browser's language, and then draws one overlay for nobody: number formats (some 30 ms) and words are slow the
 * first time. In two tasks, neither of them long, after the one in which the page asks the worker for prices.
 */
export function warmUp(): void {
  setMessageSource(browserLanguage());
  setTimeout(() => {
    formatAmount(100, dollar);
    setTimeout(() => {
      cacheRetiredTexts();
      overlay('', example, 'both');
    });
  });
}
