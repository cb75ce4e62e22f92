import { expect, test } from 'vitest';
import { foldersOf } from '#platform/page-language.ts';

test.each([
  ['pt-BR', ['pt_BR', 'pt', 'en']],
  ['de', ['de', 'en']],
  ['en-US', ['en_US', 'en']],
  ['zh-Hant-TW', ['zh_Hant_TW', 'zh_Hant', 'zh', 'en']],
])('the words of “%s” lie in the nearest folder that there is', (language, folders) => {
  expect(foldersOf(language)).toEqual(folders);
});
