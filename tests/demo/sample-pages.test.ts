import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { samplePages } from '#demo/sample-pages.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skinlens-samples-'));
  write('look.css', 'b { color: blue }\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

describe('samplePages', () => {
  test('makes a document from each template, in the order of files and templates', () => {
    const page = (name: string) => `<template data-page="${name}" data-url="https://b.example/${name}?a=1&amp;b=2">
  <p data-expect="none">${name}</p>
</template>`;
    write('b.html', `<!-- why -->\n<style>\np { color: red }\n</style>\n\n${page('home')}\n${page('search')}\n`);
    write('a.html', `<style>\n\n</style>\n${page('item')}\n`);
    write('a.test.ts', 'export {};');
    const pages = samplePages(folder);
    expect(pages.map(({ site, page: kind }) => `${site} ${kind}`)).toEqual(['a item', 'b home', 'b search']);
    expect(pages[1]?.url).toBe('https://b.example/home?a=1&b=2');
    expect(pages[1]?.html).toMatch(
      /^<!doctype html>\n<html lang="en">[\s\S]*b { color: blue }\np { color: red }[\s\S]*<body>\n {2}<p data-expect/,
    );
    expect(pages[1]?.html).not.toContain('search');
    expect(pages[1]?.html).not.toContain('template');
  });

  test('finds the responses that a page fetches, in their order', () => {
    const answer = (path: string, body: string) =>
      `<script type="application/json" data-feed="https://api.example/${path}">${body}</script>`;
    const page = `${answer('b?x=1&amp;y=2', '{"a":\n1}')}\n${answer('a', '[]')}`;
    write(
      'x.html',
      `<style>\np {}\n</style>\n<template data-page="p" data-url="https://x.example/">\n${page}\n</template>\n`,
    );
    expect(samplePages(folder)[0]?.answers).toEqual([
      { url: 'https://api.example/b?x=1&y=2', body: '{"a":\n1}' },
      { url: 'https://api.example/a', body: '[]' },
    ]);
  });

  test.each([
    ['no style', '<template data-page="x" data-url="https://x.example/">\n</template>\n'],
    ['no page', '<style>\np {}\n</style>\n'],
    ['a page without an address', '<style>\np {}\n</style>\n<template data-page="x">\n</template>\n'],
  ])('throws for %s', (_, text) => {
    write('x.html', text);
    expect(() => samplePages(folder)).toThrow(/fixture of x/);
  });

  test('throws for a folder that does not exist', () =>
    expect(() => samplePages(join(folder, 'none'))).toThrow(/ENOENT/));
});
