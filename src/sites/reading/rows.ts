import { isAttachable, maxAttached } from '#core/items/attached.ts';
import { piecesOf, wearOf, wears } from '#core/items/item-kinds.ts';
import {
  hasPhases,
  isPlausibleName,
  normaliseName,
  type Phase,
  type PhasedName,
  readPhase,
  splitPhase,
} from '#core/items/names.ts';
import { type AttachedItem, type CardReading, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { fieldsOf, listAt, textOf } from '#sites/reading/values.ts';

type ReadEntry = (entry: unknown) => Row | readonly Row[] | undefined;

/** A reader of answers with a list at a path: of the rows of its entries. */
export const rowsIn =
  (read: ReadEntry, ...path: readonly string[]) =>
  (body: unknown): readonly Row[] =>
    listAt(body, ...path).flatMap((entry) => read(entry) ?? []);

/** The reading of a card by its row. `added`: what the row alone does not tell, such as the listing. */
export function joinedReading(
  row: Row | undefined,
  added?: (row: Row & Pick<Reading, 'item'>) => Omit<Reading, 'item'>,
): CardReading {
  if (row?.otherGame) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase, kind, sold, own, assembled, attached, wearValue, locked } = row;
  return { item, phase, kind, sold, own, assembled, attached, wearValue, locked, ...added?.({ ...row, item }) };
}

/** The row of the id in the address of an item's own page, which must show its item: elements outlive a change of route. */
export function rowOfPage(page: Element, id: RegExp, rows: Rows): Row | undefined {
  const row = rows.get(id.exec(page.ownerDocument.location.pathname)?.[1] ?? '');
  return row?.item && showsItem(page.textContent, row.item) ? row : undefined;
}

/** All pieces of its name, and no other wear alone. A page's address changes before its content does. */
export function showsItem(text: string, item: string): boolean {
  const shown = normaliseName(text);
  const shownWears = wears.filter((wear) => shown.includes(wear));
  const isOtherWear = shownWears.length > 0 && !shownWears.some((wear) => item.includes(wear));
  return !isOtherWear && hasPieces(shown, item);
}

/** Whether a text contains the weapon and the finish of an item, or the whole name of an item without a finish. */
export const hasPieces = (shown: string, item: string): boolean =>
  piecesOf(item).every((piece) => shown.includes(piece));

/** A name and its phase, from the name itself or else from `stated`; a phase of an item that has none is dropped. */
export function phasedName(name: string, stated: string | undefined): PhasedName {
  const { item, phase } = splitPhase(name);
  return hasPhases(item) ? { item, phase: phase ?? readPhase(stated ?? '') } : { item };
}

/** The same for the fields of a row; `undefined` where the first is no name. */
export function namedBy(name: unknown, stated?: unknown): PhasedName | undefined {
  const text = textOf(name) ?? '';
  return isPlausibleName(text) ? phasedName(text, textOf(stated)) : undefined;
}

/** By paint index. Some Doppler finishes have an index of their own on newer knives (src/sites/skinflow.md, "Names"). */
const phasesByIndex: Readonly<Record<Phase, readonly number[]>> = {
  'Phase 1': [418, 569, 852, 1120],
  'Phase 2': [419, 570, 618, 853, 1121],
  'Phase 3': [420, 571, 854, 1122],
  'Phase 4': [421, 572, 855, 1123],
  Ruby: [415],
  Sapphire: [416, 619],
  'Black Pearl': [417, 617],
  Emerald: [568, 1119],
};

/** The phase of a paint index as a number or its digits; `undefined` for the index of any other finish. */
export const phaseOfPaint = (index: unknown): string | undefined =>
  Object.entries(phasesByIndex).find(([, indexes]) => indexes.some((each) => String(each) === String(index)))?.[0];

type Kind = 'Sticker' | 'Patch' | 'Charm';

/** A field of the wear from 0, new, to 1; other scales are not known. */
const scratchOf = (wear: unknown): number | undefined =>
  typeof wear === 'number' && wear >= 0 && wear <= 1 ? wear : undefined;

/** A field of an item's wear value, as a number or in digits. Answers without one have 0. */
export function worn(value: unknown): Pick<Reading, 'wearValue'> | undefined {
  const number = typeof value === 'string' && /^0\.\d{1,20}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 && number < 1 ? { wearValue: number } : undefined;
}

/** A highlight's charm is "Souvenir Charm | …" on an item; a name without a prefix does not tell whether it is that. */
const isHighlight = (name: string): boolean => / Highlight(?: \||$)/.test(name);

/** With its prefix a name is exact; without it the prefix is put in front. A text that is no name leaves an unnamed item. */
export function attachedItem(name: unknown, kind: Kind, wear?: unknown): AttachedItem {
  const scratched = scratchOf(wear);
  const rest = scratched === undefined ? {} : { wear: scratched };
  if (typeof name !== 'string' || name.trim() === '') return rest;
  if (isAttachable(name)) return { item: name, ...rest };
  if (kind === 'Charm' && isHighlight(name)) return rest;
  return { item: `${kind} | ${name}`, assembled: true, ...rest };
}

interface AttachedLists {
  /** Entries with a `name` and perhaps a `wear`. On an agent they are patches. */
  readonly stickers: unknown;
  readonly charms?: unknown;
  /** The wear of a sticker that is scratched off; without it the scale is not known, and no wear is read. */
  readonly wornOff?: number;
}

type Attached = { readonly attached: readonly AttachedItem[] } | undefined;

/** 60 names are a sticker's and a patch's: "Sticker | Dragon" costs $0.21, "Patch | Dragon" $4.30. A gun's name ends in its wear. */
export function attachedTo(item: string, { stickers, charms, wornOff }: AttachedLists): Attached {
  const kind = wearOf(item) ? 'Sticker' : 'Patch';
  const entry = (of: Kind) => (value: unknown) => {
    const { name, wear } = fieldsOf(value);
    return attachedItem(name, of, wornOff !== undefined && typeof wear === 'number' ? wear / wornOff : undefined);
  };
  const [stuck, hung] = [attachedIn(stickers, entry(kind)), attachedIn(charms, entry('Charm'))];
  const attached = [...(stuck?.attached ?? []), ...(hung?.attached ?? [])];
  return attached.length > 0 ? { attached } : undefined;
}

/** The attached items of a list; `read` gets each entry that is not empty. `undefined` without a list or without an entry. */
export function attachedIn(list: unknown, read: (entry: unknown) => AttachedItem): Attached {
  if (!Array.isArray(list)) return undefined;
  const entries: readonly unknown[] = list.filter((entry) => entry !== null && entry !== undefined);
  return entries.length > 0 ? { attached: entries.slice(0, maxAttached).map(read) } : undefined;
}
