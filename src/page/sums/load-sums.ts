import type { Site } from '#core/site.ts';
import { loadExport } from '#page/boot/lazy-scripts.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import type { PageBlock, SumsEnvironment } from '#page/sums/page-block.ts';

/** Loads the sums of pages whose items are added up, and removes them when the signal aborts. */
export function loadSumsOnDemand(
  adapter: Site | undefined,
  page: Pick<SumsEnvironment, 'input' | 'view'>,
  signal: AbortSignal,
): PageBlock {
  const kinds = adapter ? pageTypesAt(adapter, document.location.pathname) : [];
  const summed = kinds.find(({ offer, sumsBefore }) => offer || sumsBefore);
  if (!summed) return { update: () => undefined, remove: () => undefined };
  let block: PageBlock | undefined;
  let isRemoved = false;
  const remove = () => {
    isRemoved = true;
    block?.remove();
  };
  signal.addEventListener('abort', remove);
  // Without the file, as after an update of the extension, the page stays as it is.
  void loadExport('sums').then(
    (startSums) => {
      if (isRemoved) return;
      block = startSums(summed, { ...page, document, markOwn, now: Date.now });
      block?.update();
    },
    () => undefined,
  );
  return { update: () => !isRemoved && block?.update(), remove };
}
