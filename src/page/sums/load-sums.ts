import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { PageType, Site } from '#core/site.ts';
import { loadExport } from '#page/boot/lazy-scripts.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import type { PageBlock, SumsDeps } from '#page/sums/page-block.ts';

const isSummed = ({ offer, kind, recycles }: PageType): boolean =>
  offer !== undefined || (kind === 'inventory' && !recycles);

/** Loads the sums once the page's route has items that are added up, and removes them when the signal aborts. */
export function loadSumsOnDemand(
  adapter: Site | undefined,
  page: Pick<SumsDeps, 'input' | 'view' | 'offers'>,
  signal: AbortSignal,
): Pick<PageBlock, 'update' | 'refreshOffers'> {
  const summed = adapter?.pages.filter(isSummed) ?? [];
  let block: PageBlock | undefined;
  const file = new AskOnce(() => loadExport('sums'), {
    pausesMs: retryPausesMs,
    onChange: () => file.answer && update(),
  });
  signal.addEventListener('abort', () => {
    file.stop();
    block?.remove();
  });
  const update = () => {
    if (signal.aborted || summed.length === 0) return;
    const [pageType] = block ? [] : pageTypesAt({ pages: summed }, document.location.pathname);
    if (pageType) block = file.answer?.(pageType, { ...page, document, markOwn, now: Date.now });
    if (pageType && !block) void file.ask();
    block?.update();
  };
  update();
  return { update, refreshOffers: () => block?.refreshOffers() };
}
