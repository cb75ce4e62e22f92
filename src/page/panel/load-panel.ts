import { AskOnce } from '#core/asks/ask-once.ts';
import type { OverlayHost } from '#page/cards/overlay-host.ts';
import type { SettingsView } from '#protocol/messages.ts';

export interface OverlayLookup {
  /** The overlay whose host element is the node. */
  readonly hostOf: (node: EventTarget | null) => OverlayHost | undefined;
  /** The overlay of the card that contains the node. */
  readonly hostAt: (node: Node) => OverlayHost | undefined;
}

export interface PanelControl {
  readonly show: (view: SettingsView) => void;
  /** The worker has loaded another market. */
  readonly refreshDetails: () => void;
  /** Handles an event that happened before the panel was loaded. */
  readonly replay: (event: Event) => void;
}

/** What a card, or what is below a panel, would take for a gesture on itself. Clicks and pressed keys are handled apart. */
export const gestures = 'pointerdown pointerup mousedown mouseup touchstart touchend keyup dblclick auxclick'.split(
  ' ',
);

/** A card is often a link, and the overlay is not part of the link, whichever button clicks. */
export function keep(event: Event): void {
  if (/^(?:aux)?click$/.test(event.type)) event.preventDefault();
  event.stopPropagation();
}

/** No gesture on an overlay reaches its card. The event that loads the panel is replayed; a load that failed is tried again. */
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
