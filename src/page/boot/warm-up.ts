import { browserLanguage } from '#browser/language.ts';
import { dollar } from '#core/rates.ts';
import { formatAmount } from '#ui/format.ts';
import { renderOverlay } from '#ui/overlay.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';
import { cacheRetiredTexts } from '#ui/overlay-words.ts';
import { setMessageSource } from '#ui/text.ts';

/** A model that uses nearly every text of an overlay. */
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
 * Sets the language, then renders one overlay and discards it: the first number formats and texts take about 30 ms.
 * Runs in two short tasks, after the task that asks the worker for prices.
 */
export function warmUp(): void {
  setMessageSource(browserLanguage());
  setTimeout(() => {
    formatAmount(100, dollar);
    setTimeout(() => {
      cacheRetiredTexts();
      renderOverlay('', example, 'both');
    });
  });
}
