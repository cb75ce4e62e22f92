import type { Comparing } from '#content/comparing.ts';
import type { Overlays } from '#content/panel/triggers.ts';

/**
 * Waits until somebody points at a card or presses an overlay, and loads only then what opens the comparison; what was
 * asked for meanwhile is done as soon as it is there. Until the signal.
 */
export function awaitTouch(
  document: Document,
  { hostAt, hostOf }: Overlays,
  load: () => Promise<Comparing>,
  signal: AbortSignal,
): void {
  const waiting = new AbortController();
  const until = AbortSignal.any([signal, waiting.signal]);
  let last: Event | undefined;
  const hear = (event: Event) => {
    const { target, type } = event;
    const wanted = type === 'click' ? hostOf(target) : target instanceof Node && hostAt(target);
    if (!wanted) return;
    // A card is often a link, and the overlay is not part of it.
    if (type === 'click') {
      event.preventDefault();
      event.stopPropagation();
    }
    const first = !last;
    if (last?.type !== 'click') last = event;
    if (first) void load().then(begin, () => undefined);
  };
  const begin = (comparing: Comparing) => {
    waiting.abort();
    if (last && !signal.aborted) comparing.catchUp(last);
  };
  document.addEventListener('pointerover', hear, { signal: until, passive: true });
  document.addEventListener('focusin', hear, { signal: until });
  document.addEventListener('click', hear, { signal: until, capture: true });
}
