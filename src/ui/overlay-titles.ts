import type { OverlayModel, OverlayRow } from '#ui/overlay-model.ts';
import { type OverlayTexts, wordsOf } from '#ui/overlay-words.ts';

/**
 * Gives the parts of an overlay, in its shadow root, their tooltips. Done when a pointer comes near and not when it is
 * drawn: few are ever pointed at, and these texts, another for each card, took 5 to 15 % of the drawing.
 */
export function explainOverlay(root: ParentNode, model: OverlayModel): void {
  const words = wordsOf(model);
  for (const [at, row] of model.rows.entries())
    root.querySelector(`[data-market="${row.market}"]`)?.setAttribute('title', titleOf(row, words, at));
  if (words.liquidity) root.querySelector('.liquidity')?.setAttribute('title', words.liquidity.title);
}

/** A row whose difference is missing says why, so that each mark in it can be understood. */
function titleOf({ cents, diff }: OverlayRow, { meanings, why }: OverlayTexts, at: number): string {
  const meaning = meanings[at] ?? '';
  return why && diff === undefined && cents !== undefined ? `${meaning}. ${why.title}` : meaning;
}
