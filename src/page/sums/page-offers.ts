import { AskOnce, retryPausesMs } from '#core/ask-once.ts';
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
  /** Whether more is being asked for. */
  readonly isWaiting: boolean;
}

const none: OffersByName = new Map();

/** What markets that are no references tell of a page's items. `onChange` is called when more is known, or an answer is lost. */
export function createPageOffers({ offers: ask, view }: PageOffersDeps, onChange: () => void) {
  let known = none;
  /** The settings and the state of the worker's markets with which `known` was asked for. */
  let askedWith = '';
  let wanted: readonly string[] = [];
  let version = 0;
  const present = () => JSON.stringify([version, view().markets, view().coinUsd]);
  const missing = () => (askedWith === present() ? wanted.filter((name) => !known.has(name)) : wanted);
  const question = new AskOnce(
    async () => {
      const asking = present();
      const before = askedWith === asking ? known : none;
      known = new Map([...before, ...(await askByName(ask, missing()))]);
      askedWith = asking;
    },
    { pausesMs: retryPausesMs, onChange },
  );
  return {
    /** What is known of these items; asks for what is not. Of a part of the items nothing is told while the rest is lost. */
    of: (names: readonly string[]): KnownOffers => {
      wanted = names;
      if (view().markets.every(isReference)) return { offers: none, isWaiting: false };
      if (missing().length > 0) question.need();
      if (names.every((name) => known.has(name))) return { offers: known, isWaiting: false };
      return question.isLost ? { offers: none, isWaiting: false } : { offers: known, isWaiting: true };
    },
    /** What is known now stays until the worker has told again. */
    refresh: () => {
      version++;
      onChange();
    },
    stop: () => question.stop(),
  };
}
