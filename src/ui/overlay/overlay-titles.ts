import type { OverlayModel, OverlayRow } from '#ui/overlay/overlay-model.ts';
import { exitLine, exitTrace } from '#ui/words/exit-text.ts';
import { type OverlayTexts, overlayLabel, overlayTexts } from '#ui/words/overlay-words.ts';

/** When pointer or focus comes near: few overlays are pointed at, and these texts would be 5 to 15 % of drawing one. */
export function addTooltips(root: ParentNode, item: string, model: OverlayModel): void {
  const words = overlayTexts(model);
  root.querySelector('.spoken')?.replaceChildren(overlayLabel(item, words, true));
  for (const [at, row] of model.rows.entries())
    root.querySelector(`[data-market="${row.market}"]`)?.setAttribute('title', titleOf(row, words, at));
  const { exit } = words;
  const exitLines = [...(exit?.market ? [exitLine(exit)] : []), ...exitTrace(model)];
  if (exit) root.querySelector('.exit')?.setAttribute('title', exitLines.join('\n'));
  const facts = [words.liquidity, words.age, words.rate].flatMap((fact) => fact?.title ?? []);
  root.querySelector('.foot')?.setAttribute('title', facts.join('\n'));
}

/** The tooltip of a row without a difference gives the reason for that. */
function titleOf({ cents, diff }: OverlayRow, { meanings, why }: OverlayTexts, at: number): string {
  const meaning = meanings[at] ?? '';
  return why && diff === undefined && cents !== undefined ? `${meaning}. ${why.title}` : meaning;
}
