import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { choosePageLanguage, type PageLanguage, pageTexts } from '#relay/admin/texts.ts';

const folder = fileURLToPath(new URL('../../../src/relay/admin', import.meta.url));
const read = (name: string): Record<string, string> => JSON.parse(readFileSync(`${folder}/texts/${name}.json`, 'utf8'));
const english = read('en');
const plural = /_(zero|one|two|few|many|other)$/;
const stems = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '')))].sort();
const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(['en', 'de', 'ru', 'pt_BR', 'zh_CN'])('the texts in %s', (name) => {
  const texts = read(name);

  test('have the keys and placeholders of the English ones', () => {
    expect(stems(texts)).toEqual(stems(english));
    for (const [key, text] of Object.entries(texts)) {
      const model = english[key] ?? english[key.replace(plural, '_other')];
      expect({ key, has: placeholders(text) }).toEqual({ key, has: placeholders(model) });
      expect(text, key).not.toMatch(/^\s|\s$|^$|[<>]/);
    }
  });

  test('have every plural form of the language', () => {
    const rules = new Intl.PluralRules(name.replace('_', '-'));
    for (const category of new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count))))
      expect(texts).toHaveProperty(`items_${category}`);
  });

  test('are translated', () => {
    if (name === 'en') return;
    const same = Object.keys(texts).filter((key) => texts[key] === english[key] && (english[key]?.length ?? 0) > 12);
    expect(same).toEqual([]);
    const script = { ru: /\p{Script=Cyrillic}/u, zh_CN: /\p{Script=Han}/u }[name];
    if (script)
      for (const [key, text] of Object.entries(texts))
        if (/\p{L}{2}/u.test(text.replace(/\{\w+\}|[A-Z_]{3,}|https?:\S*|Skinlens/g, '')))
          expect(text, key).toMatch(script);
  });
});

test('every text is used', () => {
  const code = globSync([`${folder}/*.ts`, `${folder}/../feeds/outcome.ts`])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const unused = stems(english).filter((key) => key !== 'items' && !code.includes(`'${key}'`));
  expect(unused).toEqual([]);
});

test.each<[string | undefined, string | null, PageLanguage]>([
  [undefined, null, 'en'],
  ['de', 'ru', 'de'],
  ['xx', 'ru', 'ru'],
  ['__proto__', null, 'en'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [undefined, 'fr, pt;q=0.7, en;q=0.3', 'pt-BR'],
  [undefined, 'zh-TW', 'zh-CN'],
  [undefined, 'en;q=0.1, ru;q=0.9', 'ru'],
  [undefined, 'de;q=0', 'en'],
  [undefined, ';;;q=,', 'en'],
])('the language %s of %s is %s', (wanted, accept, language) => {
  expect(choosePageLanguage(wanted, accept)).toBe(language);
});

test('numbers and spans of time follow the language', () => {
  expect(pageTexts('en').items(37_530)).toBe('37,530 items');
  expect(pageTexts('de').items(1)).toBe('1 Item');
  expect(pageTexts('ru').items(3)).toBe('3 предмета');
  expect(pageTexts('en').duration(4 * 60_000 + 59_000)).toBe('4 min');
  expect(pageTexts('en').duration(59_000)).toBe('59 sec');
  expect(pageTexts('de').duration(3 * 86_400_000)).toBe('3 Tg.');
});

test('the page has the colours of the extension’s own pages', () => {
  const colours = (path: string) =>
    new Map(
      // The usual colours stand first, before those of forced colours.
      [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/(--sl-[\w-]+): ([^;]+);/g)]
        .map(([, name = '', value]) => [name, value] as const)
        .toReversed(),
    );
  const own = colours('page.css');
  const tokens = colours('../../ui/tokens.css');
  expect(own.size).toBeGreaterThan(10);
  for (const [name, value] of own) expect({ name, value }).toEqual({ name, value: tokens.get(name) });
});
