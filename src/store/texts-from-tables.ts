import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { messagesFile } from '#core/settings/messages-file.ts';

export const languages = ['en', 'de', 'ru', 'pt_BR', 'zh_CN'] as const;

/** The blocks of a text in their order, each in all languages, or one for all of them. */
const table = z.array(z.union([z.string(), z.record(z.enum(languages), z.string())]));

export const firstSteps = '.github/guide/first-steps';
export const description = '.github/store/description';

/** The names of the marketplaces that work from the installation on, or of the others, as their adapters' files have them. */
function sitesIn(root: string, language: string, kind: string): string {
  const files = globSync('*.ts', { cwd: join(root, 'src/sites') }).toSorted();
  const sources = files.map((file) => readFileSync(join(root, 'src/sites', file), 'utf8'));
  const chosen = sources.filter((source) => /^ {2}optional: true/m.test(source) === (kind === 'optional'));
  const names = chosen.flatMap((source) => /^ {2}name: '([^']+)'/m.exec(source)?.[1] ?? []);
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language.replace('_', '-'), { type: 'conjunction' });
  return list.format(names.toSorted((one, other) => one.localeCompare(other, 'en')));
}

/** `{key}`, `{key=value}`: texts of extension or relay; `{sites=optional}`: names. @throws Error for an unknown key */
export function textsFromTable(root: string, path: string): ReadonlyMap<string, string> {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const textIn = (language: (typeof languages)[number], blocks: z.infer<typeof table>): string => {
    const own = messagesFile.parse(read(`public/_locales/${language}/messages.json`));
    const relay = z.record(z.string(), z.string()).parse(read(`src/relay/admin/texts/${language}.json`));
    const fill = (_: string, key: string, value = '…'): string => {
      if (key === 'sites') return sitesIn(root, language, value);
      const text = own[key]?.message ?? relay[key];
      if (text === undefined) throw new Error(`there is no text ${key}`);
      return text.replace(/\$\w+\$/g, value);
    };
    const texts = blocks.map((block) => (typeof block === 'string' ? block : block[language]));
    return `${texts.join('\n\n').replace(/\{(\w+)(?:=([^}]*))?\}/g, fill)}\n`;
  };
  const blocks = table.parse(read(`${path}.json`));
  return new Map(languages.map((language) => [language, textIn(language, blocks)] as const));
}
