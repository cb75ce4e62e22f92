import type messages from '#messages';

type Messages = typeof messages;
type Plural = `${string}_${Intl.LDMLPluralRule}`;

export type TextKey = Exclude<keyof Messages, Plural>;
/** The common part of a message's plural forms: `popupCards` of `popupCards_one`. */
export type PluralKey = keyof Messages extends infer K ? (K extends `${infer Stem}_other` ? Stem : never) : never;
/** One value per placeholder, in the order of their numbers. tests/languages.test.ts counts them. */
type Values<K extends keyof Messages> = Messages[K] extends { placeholders: unknown } ? [string, ...string[]] : [];

export interface MessageSource {
  /** `browser.i18n.getMessage`: the message in the user's language, else in English, else empty. */
  readonly getMessage: (key: string, values: string[]) => string;
  readonly uiLanguage: string;
}

let source: MessageSource = { getMessage: () => '', uiLanguage: 'en' };
let plurals: Intl.PluralRules | undefined;
/** Texts and numbers of values, in turns. */
type Template = readonly string[];

const templates = new Map<string, Template>();

/** Sets where messages come from (src/browser/language.ts). Call it first, once in each context. */
export function setMessageSource({ getMessage, uiLanguage }: MessageSource): void {
  source = { getMessage, uiLanguage: canonical(uiLanguage) };
  plurals = undefined;
  templates.clear();
}

/** Language tag for the formats of numbers, valid for Intl. */
export const numberLanguage = (): string => source.uiLanguage;

/** Language tag of the messages: English in a browser whose language has none. */
export const wordLanguage = (): string => canonical(text('language'));

/** A message in the user's language. Values are inserted literally: `$` and markup have no meaning in them. */
export const text = <K extends TextKey>(key: K, ...values: Values<K>): string => fill(template(key), values);

type Key<S extends string> = S extends `${infer A}-${infer B}` ? `${Capitalize<A>}${Key<B>}` : Capitalize<S>;

/** A kind as a part of its message's key: "RateLimited" of "rate-limited". */
export const keyOf = <S extends string>(kind: S): Key<S> =>
  kind.replace(/(?:^|-)./g, (start) => start.slice(-1).toUpperCase()) as Key<S>;

export interface PhraseText {
  readonly text: string;
  readonly title: string;
}

/** A message whose tooltip is another one, of the same name with `Title`. */
type PhraseKey = { [K in TextKey]: `${K}Title` extends TextKey ? K : never }[TextKey];

export const phraseFor = (key: PhraseKey): PhraseText => ({ text: text(key), title: text(`${key}Title`) });

/** The plural form of a message for a count. The count itself appears only as one of the values. */
export function plural<K extends PluralKey>(key: K, count: number, ...values: Values<`${K}_other`>): string {
  plurals ??= new Intl.PluralRules(wordLanguage());
  return fill(template(`${key}_${plurals.select(count)}`), values) || fill(template(`${key}_other`), values);
}

/** Given to the browser as values, so that one fetched message can be filled with any values later. */
const placeholders = /*#__PURE__*/ Array.from({ length: 9 }, (_, at) => `{${at}}`);

function template(key: string): Template {
  const known = templates.get(key);
  if (known !== undefined) return known;
  try {
    const fetched = source.getMessage(key, placeholders).split(/\{(\d)\}/);
    templates.set(key, fetched);
    return fetched;
  } catch {
    return [];
  }
}

const fill = (template: Template, values: readonly string[]): string =>
  template.map((part, at) => (at % 2 === 0 ? part : (values[Number(part)] ?? ''))).join('');

/** Browsers on Linux may report a language such as `en-US@posix`, which Intl refuses. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace(/@.*/, '').replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Tone of a message; its sign and its words say the same as its colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export interface StatusMessage {
  readonly tone: Tone;
  readonly text: string;
}
