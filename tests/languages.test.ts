import { parseMessagesFile, SUPPORTED_LOCALES } from '@wxt-dev/i18n/build';
import { describe, expect, test } from 'vitest';
import type { Messages } from '#core/messages-file.ts';
import { folders, messagesPath, readMessages } from './messages.ts';
import { wordsIn, wordsInCode } from './words-in-code.ts';

const english = readMessages('en');
const others = folders.filter((folder) => folder !== 'en');
const pluralEnd = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(pluralEnd, '');
const stems = (messages: Messages): string[] => [...new Set(Object.keys(messages).map(stem))].sort();
const isPlural = (key: string): boolean => Object.hasOwn(english, `${key}_other`);

/** The names that stand in a message: `$AGE$`. */
const namesIn = (message: string): string[] =>
  [...new Set([...message.matchAll(/\$(\w+)\$/g)].map(([, name = '']) => name.toLowerCase()))].sort();
/** What a message of a key must take: the placeholders of its English form. */
const placeholdersOf = (key: string): Readonly<Record<string, { readonly content: string }>> =>
  english[key]?.placeholders ?? english[`${stem(key)}_other`]?.placeholders ?? {};
const numbersOf = (placeholders: Messages[string]['placeholders']) =>
  Object.fromEntries(Object.entries(placeholders ?? {}).map(([name, { content }]) => [name, content]));

test('the languages of the issue are there, under names that browsers know', () => {
  expect(folders).toEqual(['de', 'en', 'pt_BR', 'ru', 'zh_CN']);
  for (const folder of folders) expect(SUPPORTED_LOCALES).toContain(folder);
});

describe.each(folders)('the messages in %s', (folder) => {
  const messages = readMessages(folder);
  const entries = Object.entries(messages);

  test('are those of English, none missing and none more', () => {
    expect(stems(messages)).toEqual(stems(english));
  });

  test('have each plural form that the language needs', () => {
    const rules = new Intl.PluralRules(folder.replace('_', '-'));
    const needed = new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
    for (const key of stems(english).filter(isPlural)) {
      const forms = Object.keys(messages).filter((one) => stem(one) === key && pluralEnd.test(one));
      for (const category of [...needed, 'other']) expect(forms).toContain(`${key}_${category}`);
      for (const form of forms) expect(rules.resolvedOptions().pluralCategories).toContain(form.split('_').at(-1));
    }
  });

  test('take the values of the English ones, each at least once', () => {
    for (const [key, { message, placeholders }] of entries) {
      expect({ key, ...numbersOf(placeholders) }).toEqual({ key, ...numbersOf(placeholdersOf(key)) });
      expect({ key, names: namesIn(message) }).toEqual({ key, names: Object.keys(placeholdersOf(key)).sort() });
    }
  });

  test('are words and nothing else', () => {
    // A lone `$` is the browser's, braces are src/ui/text.ts's, and the rest is markup.
    const odd = entries.filter(([, { message }]) =>
      /^$|^\s|\s$|[${}]|<\S|&#?\w+;/.test(message.replace(/\$\w+\$/g, 'a')),
    );
    expect(odd).toEqual([]);
  });

  test('name their language', () => expect(messages['language']?.message).toBe(folder.replace('_', '-')));

  test('are within the limits of the stores', () => {
    expect(messages['extensionName']?.message.length).toBeLessThanOrEqual(75);
    expect(messages['extensionDescription']?.message.length).toBeLessThanOrEqual(132);
  });

  test('are read by WXT’s own parser as what they are', async () => {
    const parsed = await parseMessagesFile(messagesPath(folder));
    const own = parsed.filter(({ key }) => !key.join().startsWith('@@'));
    expect(own.map(({ key, type }) => [key.join('.'), type])).toEqual(
      Object.keys(messages).map((key) => [key, 'chrome']),
    );
  });
});

test('the values of English messages are numbered from 1 without a gap, and no message takes more than 9', () => {
  for (const { placeholders } of Object.values(english)) {
    const numbers = Object.values(numbersOf(placeholders)).sort();
    expect(numbers).toEqual(numbers.map((_, at) => `$${at + 1}`));
    expect(numbers.length).toBeLessThan(10);
  }
});

describe.each(others)('the words in %s', (folder) => {
  const script = { ru: /\p{Script=Cyrillic}/u, zh_CN: /\p{Script=Han}/u }[folder] ?? /./;
  /** What is called so everywhere: products, placeholders, what stands between backticks. */
  const proper = /\$\w+\$|`[^`]*`|https?:\/\/\S*|[A-Z]\w*[A-Z]\w*|StatTrak™|Skinlens|Steam|Discord|Chrome|Firefox/g;
  const known = new Set(['language', 'extensionName']);

  test('are translated', () => {
    const bare = Object.entries(readMessages(folder)).filter(([key, { message }]) => {
      const rest = message.replace(proper, '');
      const same = message === english[key]?.message && (rest.match(/\p{L}{2,}/gu) ?? []).length > 2;
      return !known.has(key) && (same || (/\p{L}{2}/u.test(rest) && !script.test(rest)));
    });
    expect(bare.map(([key, { message }]) => `${key}: ${message}`)).toEqual([]);
  });
});

test('Chinese has Chinese punctuation', () => {
  const odd = Object.entries(readMessages('zh_CN')).filter(([, { message }]) =>
    /\p{Script=Han}[,;:!?()]|[,;!?()]\p{Script=Han}/u.test(message),
  );
  expect(odd).toEqual([]);
});

describe('the code', () => {
  const files = wordsInCode();
  const spoken = files.flatMap((file) => file.spoken);
  const strings = new Set(files.flatMap((file) => file.strings));

  test('is read: some hundred messages are spoken', () => expect(spoken.length).toBeGreaterThan(100));

  test('speaks no message that does not exist', () => {
    const keys = new Set(Object.keys(english));
    const lost = spoken.filter(({ key, plural }) => !keys.has(plural ? `${key}_other` : key));
    expect(lost.map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
    for (const [, key = ''] of [...strings].join('\n').matchAll(/__MSG_(\w+)__/g)) expect(keys).toContain(key);
  });

  test('gives each message as many values as it takes', () => {
    const wrong = spoken.filter(({ key, plural, values }) => {
      const takes = Object.keys(placeholdersOf(plural ? `${key}_other` : key)).length;
      return values !== undefined && values !== takes;
    });
    expect(wrong.map(({ path, key, values }) => `${path}: ${key} gets ${values}`)).toEqual([]);
  });

  test('speaks every message', () => {
    const unused = stems(english).filter((key) => !strings.has(key) && !strings.has(`__MSG_${key}__`));
    expect(unused).toEqual([]);
  });

  test('has no words of its own', () => expect(files.flatMap(({ bare }) => bare)).toEqual([]));
});

/** Words that must not stand in code, and whether they do. */
const bareWords: readonly (readonly [code: string, found: boolean])[] = [
  ['const a = <p>Save it</p>;', true],
  ['const a = <p>{one} · {two}</p>;', false],
  ['const a = <h1>Skinlens</h1>;', false],
  ['const a = <p aria-label="Save">{one}</p>;', true],
  ['const a = <input type="radio" name="theme" />;', false],
  ['const a = <Figure name="Age of it" />;', true],
  ["const a = 'There is nothing here';", true],
  ['const a = `There is nothing $' + '{here}`;', true],
  ["const a = () => { throw new Error('There is nothing here'); };", false],
  ["const a = text('popupSave');", false],
];

test.each(bareWords)('%s: words found: %s', (code, found) => {
  expect(wordsIn('src/popup/a.tsx', code, true).bare.length > 0).toBe(found);
});

test('a spoken message is found with the number of its values', () => {
  const { spoken } = wordsIn(
    'a.ts',
    "text('a', b, c); plural('d', 2, e); message('f'); text(...g); text('h', ...i);",
    true,
  );
  expect(spoken.map(({ key, values }) => [key, values])).toEqual([
    ['a', 2],
    ['d', 1],
    ['f', 0],
    ['h', undefined],
  ]);
});
