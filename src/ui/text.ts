import type messages from '#messages';

type Messages = typeof messages;
type Plural = `${string}_${Intl.LDMLPluralRule}`;

/** A message that has one form. */
export type Key = Exclude<keyof Messages, Plural>;
/** What the forms of a message for different numbers have in common: `popupCards` of `popupCards_one`. */
export type PluralKey = keyof Messages extends infer K ? (K extends `${infer Stem}_other` ? Stem : never) : never;
/** One value per placeholder, in the order of their numbers; tests/languages.test.ts counts them. */
type Values<K extends keyof Messages> = Messages[K] extends { placeholders: unknown } ? [string, ...string[]] : [];

/** What a context root has of the browser. */
export interface MessageSource {
  /** The message in the user's language, else in English, else empty; as `browser.i18n.getMessage`. */
  readonly getMessage: (key: string, values: string[]) => string;
  /** The language tag of the browser's own words. */
  readonly uiLanguage: string;
}

let speaker: MessageSource = { getMessage: () => '', uiLanguage: 'en' };
let plurals: Intl.PluralRules | undefined;
const templates = new Map<string, Template>();

/** Installs the browser's words; call it once, first, in each context (src/platform/language.ts has them). */
export function setMessageSource({ getMessage, uiLanguage }: MessageSource): void {
  speaker = { getMessage, uiLanguage: canonical(uiLanguage) };
  plurals = undefined;
  templates.clear();
}

/** The language of numbers, a tag that Intl takes. */
export const numberLanguage = (): string => speaker.uiLanguage;

/** The language of the words, which is English in a browser whose own language has no words here. */
export const wordLanguage = (): string => canonical(text('language'));

/** A message in the user's language. A value goes in as it is: `$` and markup mean nothing in it. */
export const text = <K extends Key>(key: K, ...values: Values<K>): string => fill(template(key), values);

/** The form of a message for a number, which stands in it only as one of the values. */
export function plural<K extends PluralKey>(key: K, count: number, ...values: Values<`${K}_other`>): string {
  plurals ??= new Intl.PluralRules(wordLanguage());
  const form = template(`${key}_${plurals.select(count)}`);
  return fill(form.whole ? form : template(`${key}_other`), values);
}

/** Fetches messages for the time when the extension was updated under the page, and tells nothing any more. */
export function cacheTexts(keys: readonly Key[]): void {
  for (const key of keys) template(key);
}

/** Stands for the values while the browser puts a message together, so that one answer serves all values. */
const slots = /*#__PURE__*/ Array.from({ length: 9 }, (_, at) => `{${at}}`);

/** A message as the browser gave it, and cut: at each odd place stands the number of a value. */
interface Template {
  readonly whole: string;
  readonly parts: readonly string[];
}

const cut = (whole: string): Template => ({ whole, parts: whole.split(/\{(\d)\}/) });

function template(key: string): Template {
  const known = templates.get(key);
  if (known) return known;
  try {
    const got = cut(speaker.getMessage(key, slots));
    templates.set(key, got);
    return got;
  } catch {
    return cut('');
  }
}

/** Every number on a page goes through here, several times a card. */
function fill({ whole, parts }: Template, values: readonly string[]): string {
  if (values.length === 0) return whole;
  let filled = '';
  for (let at = 0; at < parts.length; at += 2)
    filled += at === 0 ? parts[0] : (values[Number(parts[at - 1])] ?? '') + parts[at];
  return filled;
}

/** A browser on Linux may call its language `en-US@posix`, which Intl does not take. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace(/@.*/, '').replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
