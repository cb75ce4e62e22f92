import { namesAtOnce } from '#content/cards.ts';
import type { Site } from '#core/site.ts';
import { ask } from '#platform/messaging.ts';
import type { PageQuotes, View } from '#protocol/messages.ts';

/** What is known of a page when its first card is seen. */
export interface Opened {
  /** `undefined`: the worker gave no answer. */
  readonly view: View | undefined;
  /** What stood there when the page opened, and its prices; `null` where overlays are off or it was long ago. */
  readonly names: readonly string[];
  readonly quotes: PageQuotes | null;
}

/** What is left when prices have changed since the page opened: they are asked for anew. */
export const viewedOnly = (view: View | undefined): Opened => ({ view, names: [], quotes: null });

/** Asks for the settings' view, and in the same question for the prices of what stands on the page already. */
export async function open(site: Site, document: Document): Promise<Opened> {
  const names = namesAtOnce(site, document);
  const answer = await ask('open', { site: site.id, names }).catch(() => undefined);
  return { names, view: answer?.view, quotes: names.length > 0 ? (answer?.quotes ?? null) : null };
}
