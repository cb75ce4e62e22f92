import { AskOnce } from '#core/asks/ask-once.ts';
import type { OverlayLookup, PanelControl } from '#page/panel/triggers.ts';

/**
 * Loads the panel when the user first points at a card, focuses it or clicks an overlay, and replays that event once the
 * panel is loaded. A load that failed is tried again at the next such event. Ends with the signal.
 */
export function loadPanelOnDemand(
  document: Document,
  { hostAt, hostOf }: OverlayLookup,
  load: () => Promise<PanelControl>,
  signal: AbortSignal,
): void {
  const loaded = new AbortController();
  const until = AbortSignal.any([signal, loaded.signal]);
  /** The event to replay; `undefined` while nothing is being loaded. */
  let pending: Event | undefined;
  const onLoaded = () => {
    if (panel.answer) loaded.abort();
    if (pending && !signal.aborted) panel.answer?.replay(pending);
    pending = undefined;
  };
  const panel = new AskOnce(load, { onChange: onLoaded });
  const onEvent = (event: Event) => {
    const { target, type } = event;
    const host = type === 'click' ? hostOf(target) : target instanceof Node && hostAt(target);
    if (!host) return;
    // A card is often a link, and the overlay is not part of the link.
    if (type === 'click') {
      event.preventDefault();
      event.stopPropagation();
    }
    if (pending?.type !== 'click') pending = event;
    void panel.ask();
  };
  document.addEventListener('pointerover', onEvent, { signal: until, passive: true });
  document.addEventListener('focusin', onEvent, { signal: until });
  document.addEventListener('click', onEvent, { signal: until, capture: true });
}
