import { expect, test } from 'vitest';
import { foldersOf } from '#browser/own-page.ts';

test.each([
  ['pt-BR', ['pt_BR', 'pt', 'en']],
  ['de', ['de', 'en']],
  ['en-US', ['en_US', 'en']],
  ['zh-Hant-TW', ['zh_Hant_TW', 'zh_Hant', 'zh', 'en']],
])('the folders of %s go from specific to general', (language, folders) => {
  expect(foldersOf(language)).toEqual(folders);
});
