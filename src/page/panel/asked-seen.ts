import type { SeenElsewhere } from '#core/prices/seen-listings.ts';
import type { AskedListing } from '#core/prices/told-listing.ts';
import type { RenderedOverlay } from '#page/cards/overlay-host.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { ComparedSeen } from '#ui/overlay/panel-model.ts';

/** `undefined` where none that the user has seen can be the same item. */
function toAskedListing({ reading, model: { typed } }: RenderedOverlay): AskedListing | undefined {
  const { item, phase, wearValue, listing, kind = 'ask' } = reading;
  if ((wearValue ?? phase) === undefined) return undefined;
  return { item, phase, wearValue, ...(kind === 'ask' && { listing, typed }) };
}

/** What the user has seen that the open panel's listing is compared with. */
export function askedSeen({ seen, openPage }: Pick<PanelDeps, 'seen' | 'openPage'>, onChange: () => void) {
  let asked = '';
  let found: ComparedSeen | undefined;
  return {
    found: () => found,
    /** Asks again about the same listing, too: what was seen gets old. */
    ask: (rendered: RenderedOverlay | undefined, { overlay }: SettingsView): void => {
      const of = rendered && overlay.beaten ? toAskedListing(rendered) : undefined;
      const about = JSON.stringify(of) ?? '';
      if (about !== asked) found = undefined;
      asked = about;
      const take = (answer: SeenElsewhere) => {
        const next = of && { ...answer, of };
        if (about !== asked || JSON.stringify(next) === JSON.stringify(found)) return;
        found = next;
        onChange();
      };
      if (of) void seen(of).then(take, () => undefined);
    },
    /** No link: the page reads the panel, and would learn where the user was. It can click as well, but must open no tabs. */
    open: (isTrusted: boolean, which: keyof SeenElsewhere): void => {
      const address = found?.[which]?.address;
      if (isTrusted && address !== undefined) openPage(address);
    },
  };
}
