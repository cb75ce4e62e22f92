import type { PageType, Site } from '#core/site.ts';
import { loadExport } from '#page/boot/lazy-scripts.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import type { PageBlock, SumsEnvironment } from '#page/sums/page-block.ts';

const isSummed = ({ offer, kind, recycles }: PageType): boolean =>
  offer !== undefined || (kind === 'inventory' && !recycles);

/** Loads the sums once the page's route has items that are added up, and removes them when the signal aborts. */
export function loadSumsOnDemand(
  adapter: Site | undefined,
  page: Pick<SumsEnvironment, 'input' | 'view' | 'offers'>,
  signal: AbortSignal,
): PageBlock {
  const summed = adapter?.pages.filter(isSummed) ?? [];
  let block: PageBlock | undefined;
  let isLoading = false;
  let isRemoved = summed.length === 0;
  const remove = () => {
    isRemoved = true;
    block?.remove();
  };
  signal.addEventListener('abort', remove);
  const load = async (pageType: PageType) => {
    isLoading = true;
    const startSums = await loadExport('sums');
    if (isRemoved) return;
    block = startSums(pageType, { ...page, document, markOwn, now: Date.now });
    block.update();
  };
  const update = () => {
    if (isRemoved) return;
    const [pageType] = block || isLoading ? [] : pageTypesAt({ pages: summed }, document.location.pathname);
    // Without the file, as after an update of the extension, the page stays as it is.
    if (pageType) load(pageType).catch(() => undefined);
    block?.update();
  };
  update();
  return { update, refreshOffers: () => block?.refreshOffers(), remove };
}
