import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { AskedDays, ItemPastAnswer } from '#core/prices/item-past.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';

interface AskedItem {
  readonly details: AskOnce<readonly Offer[]>;
  readonly history: AskOnce<ItemPastAnswer>;
}

interface Shown {
  readonly item: () => string | undefined;
  readonly days: () => AskedDays;
}

/** What is asked of the open panel's item, and of one that the pointer may open next. */
export function askedItems(deps: Pick<PanelDeps, 'details' | 'history'>, shown: Shown, onChange: () => void) {
  const all = new Map<string, AskedItem>();
  const ask = (item: string): AskedItem => {
    let drawn = '';
    const onDetails = () => {
      // What is equal is not drawn again: a button must not go from under a click.
      const told = JSON.stringify(asked.details.answer);
      if (told !== drawn) onChange();
      drawn = told;
    };
    const pausesMs = retryPausesMs;
    const asked: AskedItem = {
      details: new AskOnce(() => deps.details(item), { pausesMs, onChange: onDetails }),
      history: new AskOnce(() => deps.history(item, shown.days()), { pausesMs, onChange }),
    };
    return asked;
  };
  const open = () => all.get(shown.item() ?? '');
  const forgetOthers = () => {
    for (const [item, asked] of all) {
      if (asked === open()) continue;
      asked.details.stop();
      asked.history.stop();
      all.delete(item);
    }
  };
  return {
    /** Of the open panel's item. */
    open,
    /** Forgets all but the open panel's item. */
    forgetOthers,
    of: (item: string): AskedItem => {
      const known = all.get(item);
      if (known) return known;
      forgetOthers();
      const asked = ask(item);
      all.set(item, asked);
      return asked;
    },
  };
}
