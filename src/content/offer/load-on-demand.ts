import { loadExport } from '#content/boot/lazy-scripts.ts';
import { markOwn } from '#content/cards/overlay-host.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import type { OfferBlock, OfferEnvironment } from '#content/offer/offer-block.ts';
import type { Site } from '#core/site.ts';

/** Loads the sums of a trade offer on pages with one, and removes them when the signal aborts. */
export function loadOfferOnDemand(
  adapter: Site | undefined,
  page: Pick<OfferEnvironment, 'input' | 'view'>,
  signal: AbortSignal,
): OfferBlock {
  const sides = adapter && kindsAt(adapter, document.location.pathname).find(({ offer }) => offer)?.offer;
  if (!sides) return { update: () => undefined, remove: () => undefined };
  let block: OfferBlock | undefined;
  let isRemoved = false;
  const remove = () => {
    isRemoved = true;
    block?.remove();
  };
  signal.addEventListener('abort', remove);
  // Without the file, as after an update of the extension, the page stays as it is.
  void loadExport('offer').then(
    (startOffer) => {
      if (isRemoved) return;
      block = startOffer(sides, { ...page, document, markOwn, now: Date.now });
      block.update();
    },
    () => undefined,
  );
  return { update: () => !isRemoved && block?.update(), remove };
}
