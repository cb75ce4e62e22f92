import { hasSameListing, mergeShared } from '#core/prices/merge-rows.ts';
import type { Reading, Row, Rows } from '#core/site.ts';

/** Limit of rows kept for one page, for ids and for shared keys each. */
const maxRowsKept = 20_000;

export class KnownRows implements Rows {
  /** The oldest are dropped first. */
  readonly #byId = new Map<string, Row>();
  /** None is dropped: a key that has stood for two items must not be learnt anew. Beyond the limit no key is learnt. */
  readonly #shared = new Map<string, Row>();

  get = (key: string): Row | undefined => this.#shared.get(key) ?? this.#byId.get(key);

  get size(): number {
    return this.#byId.size + this.#shared.size;
  }

  /** Whether a row has just this listing: of this item, or of none that is named. */
  lists({ item, kind = 'ask', listing }: Reading): boolean {
    const isIt = (row: Row) =>
      (row.item ?? item) === item && (row.kind ?? 'ask') === kind && hasSameListing(row, { listing });
    return this.#all().some(isIt);
  }

  of = (item: string): readonly Row[] => this.#all().filter((row) => row.item === item);

  #all = (): readonly Row[] => [...this.#byId.values(), ...this.#shared.values()];

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.shared) this.#addShared(row);
      else this.#addId(row);
    }
    for (const key of this.#byId.keys()) {
      if (this.#byId.size <= maxRowsKept) break;
      this.#byId.delete(key);
    }
  }

  #addId(row: Row): void {
    this.#byId.delete(row.key);
    this.#byId.set(row.key, row);
  }

  #addShared(row: Row): void {
    const { key } = row;
    const known = this.#shared.get(key);
    if (!known && this.#shared.size >= maxRowsKept) return;
    this.#shared.set(key, mergeShared(known, row));
  }
}
