import type { Bought, Purchase } from '#core/owned/portfolio.ts';
import type { OverlayHost } from '#page/cards/overlay-host.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import type { BoughtState } from '#ui/overlay/overlay-model.ts';

/** A card of the site may show another listing later. */
const listingOf = ({ rendered }: OverlayHost): string => {
  const { item, phase, listing, wearValue } = rendered?.reading ?? {};
  return JSON.stringify([item, phase, listing, wearValue]);
};

type Tell = (host: OverlayHost, failure?: 'full' | 'failed') => void;

/** The listings of this page that went into the portfolio. `tell` says whether the last request failed, and how. */
export function boughtListings(deps: Pick<PanelDeps, 'bought' | 'boughtBack'>, tell: Tell) {
  const known = new WeakMap<OverlayHost, string>();
  /** The last one, while its panel is open. */
  let last: { readonly host: OverlayHost; readonly bought: Bought } | undefined;
  const stateOf = (host: OverlayHost): BoughtState => {
    if (known.get(host) !== listingOf(host)) return 'offered';
    return last?.host === host ? 'undoable' : 'kept';
  };
  return {
    stateOf,
    add: async (host: OverlayHost, purchase: Purchase) => {
      if (stateOf(host) !== 'offered') return;
      known.set(host, listingOf(host));
      const bought = await deps.bought(purchase).catch(() => undefined);
      if (bought) last = { host, bought };
      else known.delete(host);
      tell(host, bought ? undefined : bought === null ? 'full' : 'failed');
    },
    undo: async () => {
      const undone = last;
      last = undefined;
      if (!undone) return;
      const isBack = await deps.boughtBack(undone.bought).then(
        () => known.delete(undone.host),
        () => false,
      );
      tell(undone.host, isBack ? undefined : 'failed');
    },
    /** The panel closes: what it added stays. */
    keep: () => {
      last = undefined;
    },
  };
}
