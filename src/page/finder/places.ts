import { isWorded, mayName, statementIn } from '#page/finder/item-text.ts';
import { isElement, nodesIn } from '#page/finder/visible-nodes.ts';
import type { TextPlace } from '#page/finder/words.ts';

/** Texts of one card that are noted. */
const maxTexts = 60;
/** Places that are kept of one page. */
const maxPlaces = 5000;
/** Cards from which on a place of statements is the usual one, and how many times the others they are. */
const least = 3;

type Statement = 'wear' | 'mark';

/** How many cards have at a place a wear, a mark, another text, or several of them, as where nothing has a class. */
type Column = Record<Statement | 'other' | 'several', number>;

const empty: Column = { wear: 0, mark: 0, other: 0, several: 0 };

/** Where the names of a page have their marks. */
const inNames = 'name';

type Noted = ReadonlyMap<string, keyof Column>;

/** Where a page's cards state a wear or a mark: by the tags and classes around a text. */
export class Places {
  readonly #columns = new Map<string, Column>();
  readonly #noted = new WeakMap<Element, Noted>();
  #usual: ReadonlyMap<string, Statement> | undefined;

  note(card: Element): void {
    this.#count(this.#noted.get(card), -1);
    const noted = new Map<string, keyof Column>();
    const next = nodesIn(card);
    for (let node = next(); node && noted.size < maxTexts; node = next()) {
      if (isElement(node)) {
        if (node.matches(described)) noted.set(`@${placeOf(node, card)}`, 'other');
        continue;
      }
      const text = node.data.trim();
      const statement = statementIn(text);
      if (!statement && !isWorded(text)) continue;
      if (statement === 'mark' && mayName(text)) noted.set(inNames, statement);
      const found = mayName(text) ? 'other' : (statement ?? 'other');
      const key = placeOf(node.parentElement, card);
      noted.set(key, (noted.get(key) ?? found) === found ? found : 'several');
    }
    noted.set(kindOf(card), 'other');
    this.#noted.set(card, noted);
    this.#count(noted, 1);
  }

  /** Whether the page's cards have such statements where this one has a text, or elsewhere. */
  of(text: Text, card: Element): TextPlace {
    const statement = statementIn(text.data.trim());
    if (!statement) return 'single';
    this.#usual ??= this.#findUsual();
    const key = placeOf(text.parentElement, card);
    if (this.#usual.get(key) === statement) return 'usual';
    const column = this.#columns.get(key) ?? empty;
    const isElsewhere =
      this.#usual.values().some((each) => each === statement) ||
      (statement === 'mark' && (this.#columns.get(inNames)?.mark ?? 0) > 0);
    return isElsewhere || (column.other > 0 && column.other >= column[statement] + column.several) ? 'other' : 'single';
  }

  /** Whether most cards of its kind have nothing where a text or an attribute stands, as a tag that a player gave an item. */
  isOdd(node: Element | Text, card: Element): boolean {
    if (node.nodeName === 'IMG') return false;
    const key = isElement(node) ? `@${placeOf(node, card)}` : placeOf(node.parentElement, card);
    const { wear, mark, other, several } = this.#columns.get(key) ?? empty;
    return (wear + mark + other + several) * 2 < (this.#columns.get(kindOf(card))?.other ?? 0);
  }

  #findUsual(): ReadonlyMap<string, Statement> {
    return new Map(
      [...this.#columns].flatMap(([key, column]) => {
        const [statement] = (['wear', 'mark'] as const).filter(
          (each) => column[each] >= least && column[each] > (column.other + column.several) * least,
        );
        return statement && key !== inNames ? [[key, statement]] : [];
      }),
    );
  }

  #count(noted: Noted | undefined, by: number): void {
    this.#usual = undefined;
    for (const [key, found] of noted ?? []) {
      const column = this.#columns.get(key) ?? { ...empty };
      column[found] += by;
      if (this.#columns.size < maxPlaces) this.#columns.set(key, column);
    }
  }
}

const kindOf = ({ localName, className }: Element): string => `#${localName}.${className}`;

/** Elements with a text for users in an attribute, but for pictures, which no player describes. */
const described = '[title], [aria-label]';

function placeOf(element: Element | null, card: Element): string {
  let place = '';
  for (let at = element; at; at = at === card ? null : at.parentElement) place += ` ${at.localName}.${at.className}`;
  return place;
}
