import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { messagesFile } from '#core/settings/messages-file.ts';

export const languages = ['en', 'de', 'ru', 'pt_BR', 'zh_CN'] as const;

/** The blocks of a text in their order, each in all languages, or one for all of them. */
const table = z.array(z.union([z.string(), z.record(z.enum(languages), z.string())]));

/** Tables, without the end of their name, and the end of the files that come of them. */
const tables = [
  ['.github/guide/first-steps', 'md'],
  ['.github/store/description', 'txt'],
] as const;

/**
 * The texts that are written in five languages, by their paths. In their tables `{key}` stands for a text of the extension
 * or of the relay's page in the same language, and `{key=value}` for one with a value in it.
 * @throws Error for a key that does not exist
 */
export function textsFromTables(root: string): ReadonlyMap<string, string> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const textIn = (language: (typeof languages)[number], blocks: z.infer<typeof table>): string => {
    const own = messagesFile.parse(read(`public/_locales/${language}/messages.json`));
    const relay = z.record(z.string(), z.string()).parse(read(`src/relay/admin/texts/${language}.json`));
    const fill = (_: string, key: string, value = '…'): string => {
      const text = own[key]?.message ?? relay[key];
      if (text === undefined) throw new Error(`there is no text ${key}`);
      return text.replace(/\$\w+\$/g, value);
    };
    const texts = blocks.map((block) => (typeof block === 'string' ? block : block[language]));
    return `${texts.join('\n\n').replace(/\{(\w+)(?:=([^}]*))?\}/g, fill)}\n`;
  };
  return new Map(
    tables.flatMap(([path, end]) => {
      const blocks = table.parse(read(`${path}.json`));
      return languages.map((language) => [`${path}.${language}.${end}`, textIn(language, blocks)] as const);
    }),
  );
}
