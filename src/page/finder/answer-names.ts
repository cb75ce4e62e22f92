import { slugKey, slugOf, translationKey } from '#page/finder/item-text.ts';
import { type JsonObject, readObjects } from '#page/finder/json-objects.ts';
import {
  goodsOf,
  isTranslationOf,
  maxGoods,
  type NamedObject,
  statesMarks,
  toNamedObject,
} from '#page/finder/named-object.ts';
import { readWords } from '#page/finder/read-words.ts';
import type { KnownNames } from '#page/finder/words.ts';
import { maxAnswerLength } from '#protocol/page-events.ts';

/** Answers that wait to be read; the oldest are dropped. */
const maxAnswers = 40;

/** Limits of what one page's answers leave behind. */
const maxObjects = 5000;
const maxIds = 50_000;
const maxLinks = 20_000;

export class AnswerNames {
  readonly #known: KnownNames;
  /** An answer's object wrote StatTrak™ or Souvenir, or said that it is not one. */
  #writesMarks = false;
  readonly #waiting: string[] = [];
  readonly #undecided: NamedObject[] = [];
  #decideDue = false;
  readonly #items = new Set<string>();
  /** By id; `null` where two names share it. */
  readonly #names = new Map<string, string | null>();
  /** The ids of goods, by the ids of objects without names that refer to them, as offers do. */
  readonly #links = new Map<string, readonly string[]>();

  constructor(known: KnownNames) {
    this.#known = known;
  }

  get size(): number {
    return this.#names.size && this.#names.size + this.#links.size;
  }

  /** The names that an id has, or the goods to which it refers. */
  readonly namesOf = (id: string): readonly string[] =>
    [id, ...(this.#links.get(id) ?? [])].flatMap((each) => this.#names.get(each) ?? []);

  hasItem(name: string): boolean {
    return this.#items.has(name);
  }

  add(json: string): void {
    if (json.length > maxAnswerLength) return;
    this.#waiting.push(json);
    if (this.#waiting.length > maxAnswers) this.#waiting.shift();
  }

  /** The table has answered, so what had to wait for it is due. */
  onAnswered(): void {
    this.#decideDue = this.#undecided.length > 0;
  }

  get isDue(): boolean {
    return this.#waiting.length > 0 || this.#decideDue;
  }

  /** Reads what is due; returns to the caller from time to time, and at the end whether more ids lead to names. */
  *readAll(): Generator<undefined, boolean> {
    const before = this.size;
    for (let json = this.#waiting.shift(); json !== undefined; json = this.#waiting.shift()) yield* this.#read(json);
    if (this.#decideDue) yield* this.#decideAll();
    return this.size !== before;
  }

  *#read(json: string): Generator<undefined> {
    for (const object of readObjects(json)) {
      this.#writesMarks ||= object?.fields.some(statesMarks) ?? false;
      const named = object && toNamedObject(object);
      if (object && !named) this.#link(object);
      if (named && this.#undecided.length < maxObjects && !this.#decide(named)) this.#undecided.push(named);
      yield undefined;
    }
  }

  /** Reads again what had to wait for the table. */
  *#decideAll(): Generator<undefined> {
    this.#decideDue = false;
    for (const named of this.#undecided.splice(0)) {
      if (!this.#decide(named)) this.#undecided.push(named);
      yield undefined;
    }
  }

  /** `false` while the table has to be asked. */
  #decide({ words, keys, translations }: NamedObject): boolean {
    const found = readWords(words, this.#known, { mayTranslate: true, writesMarks: this.#writesMarks });
    if (found === 'pending') return false;
    if (!found) return true;
    if (this.#items.size < maxIds) this.#items.add(found.item);
    for (const key of [...keys, slugKey(slugOf(found.item))]) this.#join(key, found.item);
    for (const text of translations)
      if (isTranslationOf(found.item, text)) this.#join(translationKey(text), found.item);
    return true;
  }

  #link(object: JsonObject): void {
    const { own, goods } = goodsOf(object);
    if (goods.length > 0 && this.#links.size < maxLinks)
      for (const key of own)
        this.#links.set(key, [...new Set([...(this.#links.get(key) ?? []), ...goods])].slice(0, maxGoods));
  }

  #join(id: string, name: string): void {
    const known = this.#names.get(id);
    if (known !== undefined && known !== name) this.#names.set(id, null);
    else if (known === undefined && this.#names.size < maxIds) this.#names.set(id, name);
  }
}
