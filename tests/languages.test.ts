import { parseMessagesFile, SUPPORTED_LOCALES } from '@wxt-dev/i18n/build';
import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/asks/fault.ts';
import { itemKinds } from '#core/items/item-kinds.ts';
import { feeStages } from '#core/money/fees.ts';
import { alertKinds } from '#core/owned/watch-list.ts';
import type { NoDifferenceReason } from '#core/prices/comparison.ts';
import { columnFields } from '#core/prices/detail.ts';
import { noExitReasons } from '#core/prices/exit-value.ts';
import { leftOutReasons, specials, viewKinds } from '#core/rows/view.ts';
import type { Messages } from '#core/settings/messages-file.ts';
import { settingSections } from '#core/settings/setting-controls.ts';
import { settingFields } from '#core/settings/settings.ts';
import { keyOf } from '#ui/words/text.ts';
import { folders, messagesPath, readMessages } from './messages.ts';
import { extensionTexts, textsInSource } from './source-texts.ts';

const english = readMessages('en');
/** Those whose words no other place has. */
const noDifference: readonly NoDifferenceReason[] = ['by-name', 'bid', 'no-listing', 'disputed', 'clock'];
/** Kinds whose words have a name that begins so and ends in the kind's. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  address: ['not-a-url', 'scheme', 'insecure', 'credentials'],
  backup: ['unreadable', 'too-large', 'not-json', 'foreign'],
  explore: viewKinds,
  exploreKind: itemKinds,
  exploreReason: leftOutReasons,
  exploreSpecial: specials,
  portfolio: ['too-large', 'too-many-lines', 'too-many-items', 'empty-csv'],
  portfolioOut: ['none', 'few', 'inflated', 'any-phase', 'beyond'],
  popupChecked: ['new', 'unchanged', 'failed'],
  privacy: ['storage', 'alarms', 'activeTab', 'menus', 'notifications', 'scripting'],
  report: ['threw', 'no-name', 'no-key', 'no-row', 'contradicted', 'no-place'],
  settingsFee: feeStages,
  settingsSection: settingSections,
  settingsUnit: ['minutes', 'percent', 'usd', 'points'],
  table: ['json', 'quotes'],
  tableColumn: ['paid', 'paid-total', 'count', 'name', 'ignored'],
  tableLine: ['name', 'parts', 'count', 'paid', 'currency', 'unnamed', 'sold', 'action', 'game'],
  watchDoubt: ['missing', 'inflated', 'stale', 'sample', 'no-exit'],
  watchKind: Object.keys(alertKinds),
  watchRelay: ['pending', 'taken', 'no-channel', 'without-views', 'older', 'refused', 'failed', 'undeleted'],
  watchTarget: Object.keys(alertKinds),
  welcomeRelay: ['local', 'invite', 'server'],
};
/** Those of the settings' labels, hints and choices, by their names. */
const ofSettings = settingFields.flatMap(({ name, control, hint }) => {
  const key = `settings${keyOf(name.replace('.', '-'))}`;
  const isNamed = control.kind !== 'internal' && !['coin', 'sites', 'custom-sites'].includes(control.kind);
  const options = control.kind === 'choice' ? control.options.map((option) => key + keyOf(option)) : [];
  return [...(isNamed ? [key] : []), ...(hint ? [`${key}Hint`] : []), ...options];
});
const others = folders.filter((folder) => folder !== 'en');
const pluralEnd = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(pluralEnd, '');
const stems = (messages: Messages): string[] => [...new Set(Object.keys(messages).map(stem))].sort();
const isPlural = (key: string): boolean => Object.hasOwn(english, `${key}_other`);

/** The placeholders in a message: `age` of `$AGE$`. */
const placeholderNames = (message: string): string[] =>
  [...new Set([...message.matchAll(/\$(\w+)\$/g)].map(([, name = '']) => name.toLowerCase()))].sort();
/** The placeholders of a key's English message, which all languages share. */
const placeholdersOf = (key: string): Readonly<Record<string, { readonly content: string }>> =>
  english[key]?.placeholders ?? english[`${stem(key)}_other`]?.placeholders ?? {};
const numbersOf = (placeholders: Messages[string]['placeholders']) =>
  Object.fromEntries(Object.entries(placeholders ?? {}).map(([name, { content }]) => [name, content]));

test('there are five languages, named as browsers name them', () => {
  expect(folders).toEqual(['de', 'en', 'pt_BR', 'ru', 'zh_CN']);
  for (const folder of folders) expect(SUPPORTED_LOCALES).toContain(folder);
});

describe.each(folders)('the messages in %s', (folder) => {
  const messages = readMessages(folder);
  const entries = Object.entries(messages);

  test('have the keys of the English messages', () => {
    expect(stems(messages)).toEqual(stems(english));
  });

  test('have every plural form of the language', () => {
    const rules = new Intl.PluralRules(folder.replace('_', '-'));
    const needed = new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
    for (const key of stems(english).filter(isPlural)) {
      const forms = Object.keys(messages).filter((one) => stem(one) === key && pluralEnd.test(one));
      for (const category of [...needed, 'other']) expect(forms).toContain(`${key}_${category}`);
      for (const form of forms) expect(rules.resolvedOptions().pluralCategories).toContain(form.split('_').at(-1));
    }
  });

  test('use the placeholders of the English messages', () => {
    for (const [key, { message, placeholders }] of entries) {
      expect({ key, ...numbersOf(placeholders) }).toEqual({ key, ...numbersOf(placeholdersOf(key)) });
      expect({ key, names: placeholderNames(message) }).toEqual({
        key,
        names: Object.keys(placeholdersOf(key)).sort(),
      });
    }
  });

  test('are plain text without markup', () => {
    // Browsers interpret `$` and src/ui/words/text.ts braces; the rest would be markup.
    const odd = entries.filter(([, { message }]) =>
      /^$|^\s|\s$|[${}]|<\S|&#?\w+;/.test(message.replace(/\$\w+\$/g, 'a')),
    );
    expect(odd).toEqual([]);
  });

  test('name the language', () => expect(messages['language']?.message).toBe(folder.replace('_', '-')));

  test('fit the limits of the stores', () => {
    expect(messages['extensionName']?.message.length).toBeLessThanOrEqual(75);
    expect(messages['extensionDescription']?.message.length).toBeLessThanOrEqual(132);
  });

  test('are parsed by WXT as Chrome messages', async () => {
    const parsed = await parseMessagesFile(messagesPath(folder));
    const own = parsed.filter(({ key }) => !key.join().startsWith('@@'));
    expect(own.map(({ key, type }) => [key.join('.'), type])).toEqual(
      Object.keys(messages).map((key) => [key, 'chrome']),
    );
  });
});

test('the placeholders of an English message are numbered from 1 to 9 without a gap', () => {
  for (const { placeholders } of Object.values(english)) {
    const numbers = Object.values(numbersOf(placeholders)).sort();
    expect(numbers).toEqual(numbers.map((_, at) => `$${at + 1}`));
    expect(numbers.length).toBeLessThan(10);
  }
});

describe.each(others)('the translation into %s', (folder) => {
  const script = { ru: /\p{Script=Cyrillic}/u, zh_CN: /\p{Script=Han}/u }[folder] ?? /./;
  /** Untranslated parts: product names, placeholders, code between backticks. */
  const proper = /\$\w+\$|`[^`]*`|https?:\/\/\S*|[A-Z]\w*[A-Z]\w*|StatTrak™|Skinlens|Steam|Discord|Chrome|Firefox/g;
  const known = new Set(['language', 'extensionName']);

  test('leaves no message in English', () => {
    const bare = Object.entries(readMessages(folder)).filter(([key, { message }]) => {
      const rest = message.replace(proper, '');
      const same = message === english[key]?.message && (rest.match(/\p{L}{2,}/gu) ?? []).length > 2;
      return !known.has(key) && (same || (/\p{L}{2}/u.test(rest) && !script.test(rest)));
    });
    expect(bare.map(([key, { message }]) => `${key}: ${message}`)).toEqual([]);
  });
});

/** Words for which the language has another in these messages: one thing has one name, and the reader one address. */
test.each([
  ['de', /Gegenst|Artikel|Münz|\b(du|dich|dir|dein\w*)\b/i],
  ['pt_BR', /cartão|cartões|\b(o|no|do|ao) Steam\b|discrepante|\b(tu|teus?|tuas?)\b/i],
  ['ru', /рынк|монет|всплывающ|предложени(?!е обмена)/i],
  ['zh_CN', /物品|商品|费用|弹出窗口|划算|你/],
])('the messages in %s keep to their words', (folder, foreign) => {
  const texts = Object.values(readMessages(folder)).map(({ message }) => message);
  expect(texts.filter((text) => foreign.test(text))).toEqual([]);
});

test('Chinese messages use Chinese punctuation', () => {
  const odd = Object.entries(readMessages('zh_CN')).filter(([, { message }]) =>
    /\p{Script=Han}[,;:!?()]|[,;!?()]\p{Script=Han}/u.test(message),
  );
  expect(odd).toEqual([]);
});

describe('the sources', () => {
  const files = extensionTexts();
  const calls = files.flatMap((file) => file.messageCalls);
  const literals = new Set(files.flatMap((file) => file.literals));

  test('are parsed: they use some hundred messages', () => expect(calls.length).toBeGreaterThan(100));

  test('use no message that does not exist', () => {
    const keys = new Set(Object.keys(english));
    const unknown = calls.filter(({ key, plural }) => !keys.has(plural ? `${key}_other` : key));
    expect(unknown.map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
    expect(ofSettings.filter((key) => !keys.has(key))).toEqual([]);
    for (const [, key = ''] of [...literals].join('\n').matchAll(/__MSG_(\w+)__/g)) expect(keys).toContain(key);
  });

  test('give each message the number of values that it takes', () => {
    const wrong = calls.filter(({ key, plural, values }) => {
      const takes = Object.keys(placeholdersOf(plural ? `${key}_other` : key)).length;
      return values !== undefined && values !== takes;
    });
    expect(wrong.map(({ path, key, values }) => `${path}: ${key} gets ${values}`)).toEqual([]);
  });

  test('use every message', () => {
    const ofKinds = new Set([
      ...faultKinds.map((kind) => `trouble${keyOf(kind)}`),
      ...[...faultKinds, 'proxy'].flatMap((kind) => ['Title', 'Advice'].map((end) => `fault${keyOf(kind)}${end}`)),
      ...noDifference.map((reason) => `overlay${keyOf(reason)}`),
      ...noExitReasons.flatMap((reason) => [`exit${keyOf(reason)}`, `exit${keyOf(reason)}Brief`]),
      ...Object.entries(kindsOf).flatMap(([start, kinds]) => kinds.map((kind) => start + keyOf(kind))),
      ...['diff', ...columnFields, 'age', 'net', 'cost'].map((column) => `panel${keyOf(column)}Title`),
      ...ofSettings,
      ...['local', 'invite', 'server'].map((way) => `welcomeRelay${keyOf(way)}What`),
    ]);
    const isUsed = (key: string) => ofKinds.has(key) || literals.has(key) || literals.has(`__MSG_${key}__`);
    // A tooltip goes with its text.
    const unused = stems(english).filter((key) => !isUsed(key) && !isUsed(key.replace(/Title$/, '')));
    expect(unused).toEqual([]);
  });

  test('have no hard-coded texts', () => expect(files.flatMap(({ hardCoded }) => hardCoded)).toEqual([]));
});

/** Code, and whether it contains a hard-coded text. */
const hardCodedSamples: readonly (readonly [code: string, found: boolean])[] = [
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

test.each(hardCodedSamples)('%s: hard-coded text found: %s', (code, found) => {
  expect(textsInSource('src/popup/a.tsx', code, true).hardCoded.length > 0).toBe(found);
});

test('a message call is found with the number of its values', () => {
  const { messageCalls } = textsInSource(
    'a.ts',
    "text('a', b, c); plural('d', 2, e); message('f'); text(...g); text('h', ...i);",
    true,
  );
  expect(messageCalls.map(({ key, values }) => [key, values])).toEqual([
    ['a', 2],
    ['d', 1],
    ['f', 0],
    ['h', undefined],
  ]);
});
