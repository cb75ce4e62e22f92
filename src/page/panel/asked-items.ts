import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { AskedDays, ItemPastAnswer } from '#core/prices/item-past.ts';
import type { Offer } from '#core/prices/offer.ts';

/** Both reject when the extension is gone. */
export interface ItemDeps {
  readonly details: (name: string) => Promise<readonly Offer[]>;
  readonly history: (name: string, days: AskedDays) => Promise<ItemPastAnswer>;
}

interface AskedItem {
  readonly details: AskOnce<readonly Offer[]>;
  readonly history: AskOnce<ItemPastAnswer>;
}

/** The item of the open panel, and the days of its past that are shown. */
interface OpenItem {
  readonly item: () => string | undefined;
  readonly days: () => AskedDays;
}

/** What is asked of the open panel's item, and of one that the pointer may open next. */
export class AskedItems {
  readonly #deps: ItemDeps;
  readonly #shown: OpenItem;
  readonly #onChange: () => void;
  readonly #all = new Map<string, AskedItem>();

  constructor(deps: ItemDeps, shown: OpenItem, onChange: () => void) {
    this.#deps = deps;
    this.#shown = shown;
    this.#onChange = onChange;
  }

  get open(): AskedItem | undefined {
    return this.#all.get(this.#shown.item() ?? '');
  }

  of(item: string): AskedItem {
    const known = this.#all.get(item);
    if (known) return known;
    this.forgetOthers();
    let drawn = '';
    const onDetails = () => {
      // What is equal is not drawn again: a button must not go from under a click.
      const told = JSON.stringify(asked.details.answer);
      if (told !== drawn) this.#onChange();
      drawn = told;
    };
    const asked: AskedItem = {
      details: new AskOnce(() => this.#deps.details(item), { pausesMs: retryPausesMs, onChange: onDetails }),
      history: new AskOnce(() => this.#deps.history(item, this.#shown.days()), {
        pausesMs: retryPausesMs,
        onChange: this.#onChange,
      }),
    };
    this.#all.set(item, asked);
    return asked;
  }

  forgetOthers(): void {
    const { open } = this;
    for (const [item, asked] of this.#all) {
      if (asked === open) continue;
      asked.details.stop();
      asked.history.stop();
      this.#all.delete(item);
    }
  }
}
