import { wearOf } from '#core/items/item-kinds.ts';
import { wearsIn } from '#core/items/names.ts';
import { looksLikeId, partsOfAddress, pictureKeysOf } from '#page/finder/attribute-signs.ts';
import {
  floatKeysIn,
  hasNameStar,
  isTranslated,
  isWeapon,
  mayName,
  namesMark,
  slugKey,
  slugOf,
  spellingsOf,
  statesSouvenir,
  statesStatTrak,
  translationKey,
} from '#page/finder/item-text.ts';
import { type JsonField, type JsonObject, readObjects } from '#page/finder/json-objects.ts';
import { readWords } from '#page/finder/read-words.ts';
import type { KnownNames, TextPlace } from '#page/finder/words.ts';
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

export type NamedObject = NonNullable<ReturnType<typeof toNamedObject>>;

/** Keys of people and of what several items share. */
const sharedKeys =
  /user|seller|owner|buyer|author|account|steam_?id|bot|shop|store|partner|trader|merchant|avatar|image|icon|img|inspect|picture|sticker|charm|keychain|patch|collection|case|group|session|class_?id|categor|type|created|updated|date|time|price|amount|count|float|wear|seed|paint/i;

/** Keys of ids: `id`, `goods_id`, `assetId`, `stackIdWithHold`, `uuid`, `auctionHash`, `slug`, `url`. */
const idKeys = /(?:^|[a-z._])id$|Id(?![a-z])|uuid|slug|[hH]ash$|key$|link$|url$|href$|path$/;

const nameKeys = /name|title|hash/i;
const otherThings =
  /case|collection|container|crate|sticker|charm|keychain|patch|set|categor|type|weapon|origin|parent|tag|rarity|seller|user|owner/i;

const imageKeys = /image|icon|img|picture/i;

/** What stands on an item is no item of the page. */
const attachments = /sticker|charm|keychain|patch|applied/i;

/** Whether a field is Steam's number of another game, as 440; a marketplace may have numbers of its own, as 2. */
const isOtherGame = ({ path, value }: JsonField): boolean =>
  /(?:^|\.)app_?id$/i.test(path) && /^(?!730$)\d{3,}$/.test(String(value));

/** An object that may name an item, and what a card may share with it; `translations` are names in another language. */
function toNamedObject({ key, trail, fields }: JsonObject) {
  const strings = fields.flatMap(({ path, value }) =>
    typeof value === 'string' ? spellingsOf(value).map((spelling) => ({ path, value: spelling })) : [],
  );
  const signs = strings.filter(({ value }) => mayName(value)).map(toSign);
  if (signs.length === 0 || attachments.test(trail) || fields.some(isOtherGame)) return undefined;
  const pictures = strings.filter(({ path }) => imageKeys.test(path)).flatMap(({ value }) => pictureKeysOf(value));
  const ids = [...(looksLikeId(key) ? [key] : []), ...fields.flatMap(idsIn), ...fields.flatMap(floatsOf)];
  const keys = [...new Set([...ids, ...pictures])];
  const translations = strings.flatMap(({ path, value }) =>
    nameKeys.test(path) && isTranslated(value) ? [value] : [],
  );
  const isAddress = (value: string) => /^https?:|^\//.test(value);
  const texts = strings.filter(({ value }) => value.length <= 100 && !isAddress(value));
  const marks = fields.flatMap(markOf);
  const addresses = strings.filter(({ value }) => isAddress(value));
  return {
    words: {
      signs,
      texts: [...texts.map(({ value }) => value), ...marks],
      places: [...texts.map(({ path }) => placeOf(path)), ...marks.map(() => 'usual' as const)],
      codes: addresses.map(({ value }) => value),
      links: addresses.filter(({ path }) => !imageKeys.test(path)).map(({ value }) => value),
      joined: [],
      pictured: [],
    },
    keys,
    translations,
  };
}

/** A name counts as one for certain where its keys call it a name, and not the name of something else. */
const toSign = ({ path, value }: { readonly path: string; readonly value: string }) => {
  const leads = nameKeys.test(path) && !otherThings.test(path.replace(/market/gi, ''));
  return { text: value, from: isWeapon(value) ? ('text' as const) : ('link' as const), leads };
};

/** Fields that people fill in, and those that state a wear or a mark. */
const ownTexts = /name_?tag|nick|custom|user|seller|owner|shop|store|comment|descr|note/i;
const statements = /wear|exterior|quality|condition|stat_?trak|souvenir|type|rarity|categor|tag|phase|variant/i;

const placeOf = (path: string): TextPlace => (statements.test(path) && !ownTexts.test(path) ? 'usual' : 'other');

const statesMarks = ({ path, value }: JsonField): boolean =>
  !ownTexts.test(path) &&
  (/stat_?trak|souvenir/i.test(path) ||
    (typeof value === 'string' && (statesStatTrak(value) || /^Souvenir /.test(value)) && !namesMark(value)));

/** What a field that is no text says: StatTrak, Souvenir, a float value. */
function markOf({ path, value }: JsonField): readonly string[] {
  if (/stat_?trak/i.test(path) && (value === true || value === 1)) return ['StatTrak™'];
  if (/souvenir/i.test(path) && (value === true || value === 1)) return ['Souvenir'];
  return /float|paint_?wear/i.test(path) && typeof value === 'number' && value > 0 && value < 1
    ? [value.toFixed(6)]
    : [];
}

const floatsOf = ({ path, value }: JsonField): readonly string[] =>
  /float|wear|abra/i.test(path) ? floatKeysIn(String(value)) : [];

function idsIn({ path, value }: JsonField): readonly string[] {
  if (typeof value === 'boolean' || !idKeys.test(path) || sharedKeys.test(path)) return [];
  const text = String(value);
  if (text.includes('/')) return partsOfAddress(text).filter(looksLikeId);
  return looksLikeId(text) ? [text] : [];
}

/** Keys by which an object refers to the goods that it offers: `goods_id`, `itemId`. */
const goodsKeys = /^(?:goods|item|product|sku|skin)_?id$/i;
/** Goods of one object that are kept; two different ones name nothing. */
const maxGoods = 4;

/** The ids of an object without a name, and those of the goods to which it refers. */
function goodsOf({ fields }: JsonObject) {
  const id = fields.find(({ path }) => path === 'id');
  const own = [...(id && looksLikeId(String(id.value)) ? [String(id.value)] : []), ...fields.flatMap(floatsOf)];
  const goods = fields
    .flatMap(({ path, value }) => (goodsKeys.test(path) ? [String(value)] : []))
    .filter(looksLikeId)
    .slice(0, maxGoods);
  return { own, goods };
}

/** Whether a text in another language can be a name's translation: it states the same wear and the same marks. */
function isTranslationOf(name: string, text: string): boolean {
  const wear = wearOf(name);
  const stated = wearsIn(text);
  return (
    (wear === undefined ? stated.length === 0 : stated.length === 1 && stated[0] === wear) &&
    hasNameStar(text) === name.startsWith('★') &&
    statesStatTrak(text) === name.includes('StatTrak™') &&
    (statesSouvenir(text) || !/^Souvenir /.test(name)) &&
    text.split('|').length === name.split('|').length
  );
}
