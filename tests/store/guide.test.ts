import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstSteps, textsFromTable } from '#store/texts-from-tables.ts';
import { readMessages } from '../messages.ts';

const folder = '.github/guide';
const pages = ['.github/GUIDE.md', ...globSync(`${folder}/*.md`)];
const read = (path: string): string => readFileSync(path, 'utf8');
const firstStepsFile = /first-steps\.(\w+)\.md$/;

/** What the extension and the relay's page say in a language, with `…` where values go. */
function labelsIn(language: string): ReadonlySet<string> {
  const relay: Record<string, string> = JSON.parse(read(`src/relay/admin/texts/${language}.json`));
  const texts = [...Object.values(readMessages(language)).map(({ message }) => message), ...Object.values(relay)];
  return new Set(texts.map((text) => text.replace(/\$\w+\$|\{\w+\}/g, '…')));
}

/** The text without blocks of code, and without what stands between backticks. */
const proseOf = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** As GitHub names a heading in an address. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page that lead to no file or heading of the repository. */
const deadLinks = (path: string, text: string): string[] =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });

describe('the guide', () => {
  test.each(pages)('%s writes in bold only what the extension or the relay says', (path) => {
    const labels = labelsIn(firstStepsFile.exec(path)?.[1] ?? 'en');
    const bold = [...proseOf(read(path)).matchAll(/\*\*(.+?)\*\*/gs)].map(([, text = '']) => text.replace(/\s+/g, ' '));
    expect(bold.filter((text) => !labels.has(text))).toEqual([]);
  });

  test('shows each picture light and dark, shows all that there are, and stays small', () => {
    const shown = pages.map(read).join('\n');
    const pictures = readdirSync(folder).filter((file) => file.endsWith('.webp'));
    const names = [...new Set(pictures.map((file) => file.replace(/-(light|dark)\.webp$/, '')))];
    expect(pictures).toHaveLength(names.length * 2);
    for (const name of names) {
      expect(shown).toContain(`media="(prefers-color-scheme: dark)" srcset="${name}-dark.webp"`);
      expect(shown).toMatch(new RegExp(`<img alt="[^"]{20,}" src="${name}-light.webp"`));
    }
    const bytes = pictures.map((file) => statSync(join(folder, file)).size);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(900_000);
  });

  test('has an index of all its pages', () => {
    const index = read('.github/GUIDE.md');
    expect(pages.slice(1).filter((path) => !index.includes(`](${path.replace('.github/', '')})`))).toEqual([]);
  });
});

test.each([...textsFromTable('.', firstSteps)])('the first steps in %s are what their table gives', (language, text) =>
  expect(read(`${firstSteps}.${language}.md`)).toBe(text),
);

test('README stays short', () => expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThan(900));

const documents = globSync(['*.md', '.github/**/*.md', 'src/**/*.md', 'tests/**/*.md']);

test.each(documents)('the links of %s lead to files and headings that exist', (path) => {
  expect(deadLinks(path, read(path))).toEqual([]);
});

const sources = globSync(['src/**/*.{ts,tsx,js,yaml,service}', 'tests/**/*.ts', 'package.json', 'wxt.config.ts'])
  .filter((path) => path !== 'tests/store/guide.test.ts')
  .map(read)
  .join('\n');
/** What whoever follows a text makes. */
const made: readonly string[] = ['src/relay/relay.env', '.github/CHANGELOG.md'];
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

/** Commands, flags, variables, paths and addresses of a text that nothing in the repository knows. */
function unknownNames(text: string): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return [
    ...all(/npm run ([\w:-]+)/g).filter((name) => scripts[name] === undefined),
    ...all(/ -- --([a-z-]+)/g).filter((name) => !new RegExp(`['"]?${name}['"]?: \\{|--${name}`).test(sources)),
    ...all(/\b((?:RELAY|SERVICE|SKINLENS|PRICE_API)_[A-Z_]+)\b/g).filter((name) => !sources.includes(name)),
    ...all(/`((?:src|tests|entrypoints|public|\.github)\/[\w./-]+)`/g).filter(
      (path) => !existsSync(path) && !made.includes(path),
    ),
    ...all(/`(\/(?:api|healthz|metrics|setup)[\w/-]*)/g).filter((path) => !sources.includes(path)),
  ];
}

// Pages of facts about marketplaces name the marketplaces' own addresses.
test.each(documents.filter((path) => !path.startsWith('src/sites/')))(
  '%s names commands, flags, variables, paths and addresses that exist',
  (path) => {
    expect(unknownNames(read(path))).toEqual([]);
  },
);

test('what nothing knows is found', () => {
  const text =
    '`npm run nothing`, `npm run bench -- --nothing-at-all`, RELAY_NOTHING, `src/nothing.ts`, `/api/of-no-relay`';
  expect(unknownNames(text)).toEqual([
    'nothing',
    'nothing-at-all',
    'RELAY_NOTHING',
    'src/nothing.ts',
    '/api/of-no-relay',
  ]);
});

test.each(['[a](none.md)', '[a](README.md#none)', '<img src="none.webp">'])('%s leads nowhere', (text) => {
  expect(deadLinks('README.md', text)).toHaveLength(1);
});
