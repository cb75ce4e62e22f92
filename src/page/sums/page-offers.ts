import type { OffersByName } from '#core/inventory.ts';
import { isReference } from '#core/markets.ts';
import { type AskOffers, askByName } from '#protocol/ask-offers.ts';
import type { SettingsView } from '#protocol/messages.ts';

interface PageOffersDeps {
  readonly offers: AskOffers;
  readonly view: () => SettingsView;
}

interface KnownOffers {
  readonly offers: OffersByName;
  /** Whether every asked name is among them. */
  readonly isComplete: boolean;
}

/** What markets that are no references tell of a page's items. `onLoaded` is called when more is known. */
export function createPageOffers({ offers: ask, view }: PageOffersDeps, onLoaded: () => void) {
  let known: OffersByName = new Map();
  let askedWith = '';
  let isLoading = false;
  const load = async (names: readonly string[], before: OffersByName) => {
    isLoading = true;
    const told = await askByName(ask, names);
    isLoading = false;
    known = new Map([...before, ...told]);
    onLoaded();
  };
  return {
    /** What is known of these items; asks for what is not. */
    of: (names: readonly string[]): KnownOffers => {
      const { markets, coinUsd } = view();
      if (markets.every(isReference)) return { offers: new Map(), isComplete: true };
      const settings = JSON.stringify([markets, coinUsd]);
      const isOther = settings !== askedWith;
      const missing = isOther ? names : names.filter((name) => !known.has(name));
      if (!isLoading && missing.length > 0) {
        askedWith = settings;
        void load(missing, isOther ? new Map() : known);
      }
      return { offers: known, isComplete: names.every((name) => known.has(name)) };
    },
    /** What is known now stays until the worker has told again. */
    refresh: () => {
      askedWith = '';
      onLoaded();
    },
  };
}
