import { Panel, type PanelWorld } from '#content/panel/panel.ts';
import { type Overlays, Pointing } from '#content/panel/triggers.ts';
import { browserLanguage } from '#platform/language.ts';
import type { View } from '#protocol/messages.ts';
import { cachePanelTexts } from '#ui/panel-words.ts';
import { setMessageSource } from '#ui/text.ts';

/** What somebody who points at an overlay needs. */
export interface Comparing {
  readonly show: (view: View) => void;
  /** Does what was asked for before there was anybody to hear it. */
  readonly catchUp: (event: Event) => void;
}

/** Opens the comparison of one page's overlays for pointer, keyboard and finger, until the signal. */
export function startComparing(view: View, overlays: Overlays, world: PanelWorld, signal: AbortSignal): Comparing {
  setMessageSource(browserLanguage());
  // The words of a comparison that is opened after the extension was updated under the page.
  cachePanelTexts();
  const panel = new Panel(view, world);
  const pointing = new Pointing(panel, overlays);
  pointing.listen(world.document, signal);
  return { show: (view) => panel.show(view), catchUp: (event) => pointing.catchUp(event) };
}
