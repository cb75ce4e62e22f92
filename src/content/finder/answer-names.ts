import { looksLikeId, partsOfAddress } from '#content/finder/card-words.ts';
import { wearOf } from '#content/finder/contradictions.ts';
import {
  hasNameStar,
  isTranslated,
  isWeapon,
  looksLikeName,
  oneLine,
  slugKey,
  slugOf,
  statesSouvenir,
  statesStatTrak,
  translationKey,
  wearsIn,
} from '#content/finder/item-text.ts';
import { type JsonField, type JsonObject, readObjects } from '#content/finder/json-objects.ts';
import { readWords } from '#content/finder/read-words.ts';
import type { KnownNames, Words } from '#content/finder/words.ts';

/** Limits of what one page's answers leave behind. */
const maxObjects = 5000;
const maxIds = 50_000;

/** An object that may name an item, and what a card may share with it. */
interface NamedObject {
  readonly words: Words;
  readonly keys: readonly string[];
  /** Texts in another language, which are names in it. */
  readonly translations: readonly string[];
}

/** The names of items in a page's answers, by the ids that the page's elements carry as well. */
export class AnswerNames {
  readonly #known: KnownNames;
  /** An answer's object wrote StatTrak™ or Souvenir, or said that it is not one. */
  #writesMarks = false;
  readonly #undecided: NamedObject[] = [];
  /** By id; `null` where two names share it. */
  readonly #names = new Map<string, string | null>();

  constructor(known: KnownNames) {
    this.#known = known;
  }

  /** How many ids lead to names. */
  get size(): number {
    return this.#names.size;
  }

  namesOf(id: string): readonly string[] {
    const name = this.#names.get(id);
    return name ? [name] : [];
  }

  /** Reads an answer's text and returns to the caller from time to time. */
  *read(json: string): Generator<undefined> {
    for (const object of readObjects(json)) {
      this.#writesMarks ||= object?.fields.some(statesMarks) ?? false;
      const named = object && toNamedObject(object);
      if (named && this.#undecided.length < maxObjects && !this.#decide(named)) this.#undecided.push(named);
      yield undefined;
    }
  }

  /** Reads again what had to wait for the table. Returns to the caller from time to time. */
  *decide(): Generator<undefined> {
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
    for (const key of [...keys, slugKey(slugOf(found.item))]) this.#join(key, found.item);
    for (const text of translations)
      if (isTranslationOf(found.item, text)) this.#join(translationKey(text), found.item);
    return true;
  }

  #join(id: string, name: string): void {
    const known = this.#names.get(id);
    if (known !== undefined && known !== name) this.#names.set(id, null);
    else if (known === undefined && this.#names.size < maxIds) this.#names.set(id, name);
  }
}

/** Keys of people and of what several items share. */
const sharedKeys =
  /user|seller|owner|buyer|author|account|steam_?id|bot|shop|store|partner|trader|merchant|avatar|image|icon|img|inspect|picture|sticker|charm|keychain|patch|collection|case|session|class_?id|categor|type|created|updated|date|time|price|amount|count|float|wear|seed|paint/i;

/** Keys of ids: `id`, `goods_id`, `assetId`, `uuid`, `slug`, `url`. */
const idKeys = /(?:^|[a-z._])id$|Id$|uuid|slug|hash$|key$|link$|url$|href$|path$/;

/** Keys of names, and keys under which other things have names. */
const nameKeys = /name|title|hash/i;
const otherThings =
  /case|collection|container|crate|sticker|charm|keychain|patch|set|categor|type|weapon|origin|parent|tag|rarity|seller|user|owner/i;

/** What stands on an item is no item of the page. */
const attachments = /sticker|charm|keychain|patch|applied/i;

function toNamedObject({ key, trail, fields }: JsonObject): NamedObject | undefined {
  if (attachments.test(trail)) return undefined;
  const strings = fields.flatMap(({ path, value }) =>
    typeof value === 'string' ? [{ path, value: oneLine(value) }] : [],
  );
  const signs = strings.filter(({ value }) => looksLikeName(value) || isWeapon(value)).map(toSign);
  if (signs.length === 0) return undefined;
  const keys = [...new Set([...(looksLikeId(key) ? [key] : []), ...fields.flatMap(idsIn)])];
  const translations = strings.flatMap(({ path, value }) =>
    nameKeys.test(path) && isTranslated(value) ? [value] : [],
  );
  const isAddress = (value: string) => /^https?:|^\//.test(value);
  const texts = strings.filter(({ value }) => value.length <= 100 && !isAddress(value)).map(({ value }) => value);
  const codes = strings.filter(({ value }) => isAddress(value)).map(({ value }) => value);
  return { words: { signs, texts: [...texts, ...fields.flatMap(markOf)], codes, joined: [] }, keys, translations };
}

/** A name counts as one for certain where its keys call it a name, and not the name of something else. */
const toSign = ({ path, value }: { readonly path: string; readonly value: string }) => {
  const leads = nameKeys.test(path) && !otherThings.test(path.replace(/market/gi, ''));
  return { text: value, from: isWeapon(value) ? ('text' as const) : ('link' as const), leads };
};

const statesMarks = ({ path, value }: JsonField): boolean =>
  /stat_?trak|souvenir/i.test(path) ||
  (typeof value === 'string' && (statesStatTrak(value) || /^Souvenir /.test(value)));

/** What a field that is no text says: StatTrak, Souvenir, a float value. */
function markOf({ path, value }: JsonField): readonly string[] {
  if (/stat_?trak/i.test(path) && (value === true || value === 1)) return ['StatTrak™'];
  if (/souvenir/i.test(path) && (value === true || value === 1)) return ['Souvenir'];
  return /float|paint_?wear/i.test(path) && typeof value === 'number' && value > 0 && value < 1
    ? [value.toFixed(6)]
    : [];
}

function idsIn({ path, value }: JsonField): readonly string[] {
  if (typeof value === 'boolean' || !idKeys.test(path) || sharedKeys.test(path)) return [];
  const text = String(value);
  if (text.includes('/')) return partsOfAddress(text).filter(looksLikeId);
  return looksLikeId(text) ? [text] : [];
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
