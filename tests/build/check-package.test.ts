import { describe, expect, test } from 'vitest';
import { checkPackage, checkSources } from './check-package.ts';

describe('the check of packages', () => {
  const bad: readonly (readonly [string, string])[] = [
    ['//# sourceMappingURL=background.js.map', 'a source map'],
    ['const file="/work/main/src/core/money/money.ts"', 'a path of the machine'],
    ['const file="/home/ann/skinlens/src"', 'a path of the machine'],
    ['const file="C:\\\\Users\\\\ann"', 'a path of the machine'],
    ['import "/x/node_modules/preact/dist/preact.mjs"', 'a path of the machine'],
    ['fetch("http://localhost:3000")', 'an address of development'],
    ['new WebSocket("ws://host")', 'an address of development'],
    ['authorization: `Bearer abcdef123456`', 'a key'],
    ['"-----BEGIN PRIVATE KEY-----"', 'a key'],
    ['PRICE_API_KEY="abcd1234"', 'a key'],
    ['card.getAttribute("data-expect")', 'something of a test'],
  ];

  test.each(bad)('finds %s', (text, problem) => {
    expect(checkPackage(new Map([['background.js', text]]))).toEqual([expect.stringContaining(problem)]);
  });

  test.each(['background.js.map', 'notes.md', '.env', 'key.pem', 'money.test.js', 'src/a.ts'])('refuses %s', (path) => {
    expect(checkPackage(new Map([[path, '']]))).toEqual([`${path} is no part of an extension`]);
  });

  test('finds nothing in an extension', () => {
    const files = [
      [
        'chunks/sites-DGTPlZO3.js',
        'const relay="http://localhost:8787"; const url=`https://a.b/home/x`; say("PRICE_API_KEY")',
      ],
      ['_locales/pt_BR/messages.json', '{}'],
      ['icons/128.png', ''],
      ['popup.html', '<script src="/chunks/popup-B-x_y.js"></script>'],
    ] as const;
    expect(checkPackage(new Map(files))).toEqual([]);
  });
});

describe('the check of sources', () => {
  const sources = ['package.json', 'package-lock.json', 'tsconfig.json', 'wxt.config.ts', 'LICENSE', 'README.md'];
  const reviewNotes = '.github/store/mozilla-review.md';

  test('finds nothing in the sources of the build', () => {
    expect(checkSources([...sources, reviewNotes, 'src/core/money/money.ts', 'public/icons/16.png'])).toEqual([]);
  });

  test.each([...sources, reviewNotes])('reports that %s is missing', (path) => {
    expect(checkSources([...sources, reviewNotes].filter((each) => each !== path))).toEqual([`${path} is missing`]);
  });

  test.each([
    '.env',
    'src/.env',
    'src/relay/key.pem',
    '.git/config',
    'tests/all.ts',
    '.output/a.zip',
    'node_modules/a',
  ])('refuses %s', (path) =>
    expect(checkSources([...sources, reviewNotes, path])).toEqual([`${path} does not belong there`]),
  );
});
