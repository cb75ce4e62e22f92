import { AskOnce } from '#core/asks/ask-once.ts';
import type { OverlayLookup, PanelControl } from '#page/panel/triggers.ts';

/** What a card, or what is below a panel, would take for a gesture on itself. Clicks and pressed keys are handled apart. */
export const gestures = 'pointerdown pointerup mousedown mouseup touchstart touchend keyup dblclick auxclick'.split(
  ' ',
);

/** A card is often a link, and the overlay is not part of the link, whichever button clicks. */
export function keep(event: Event): void {
  if (/^(?:aux)?click$/.test(event.type)) event.preventDefault();
  event.stopPropagation();
}

/**
 * Keeps every gesture on an overlay from its card. Loads the panel when the user first points at a card, focuses it or clicks an overlay, and replays that event once the
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
    if (type === 'click') keep(event);
    if (pending?.type !== 'click') pending = event;
    void panel.ask();
  };
  for (const type of [...gestures, 'keydown'])
    document.addEventListener(type, (event) => hostOf(event.target) && keep(event), { signal, capture: true });
  document.addEventListener('pointerover', onEvent, { signal: until, passive: true });
  document.addEventListener('focusin', onEvent, { signal: until });
  document.addEventListener('click', onEvent, { signal: until, capture: true });
}
