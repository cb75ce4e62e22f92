import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sites } from '#sites/index.ts';
import { pages, pagesAt } from './page.ts';

/** What a sample file lists in comments: "paths of list + list: /item/1 /item/2", "answers: https://…", "other answers: …". */
const listsOf = (id: string) =>
  [...readFileSync(join(import.meta.dirname, `${id}.html`), 'utf8').matchAll(/<!-- ([^:]*): (.+?) -->/g)].map(
    ([, name = '', some = '']) => ({ name, some: some.split(' ') }),
  );

/** The same for paths, by the kinds of cards that their pages have. */
const pathsOf = (id: string) =>
  listsOf(id).flatMap(({ name, some }) => {
    const [, kinds] = /^paths of (.+)/.exec(name) ?? [];
    return kinds ? [{ kinds, some }] : [];
  });

describe.each(sites)('$id', ({ id, feeds = [] }) => {
  const { origin } = new URL(pages.find(({ site }) => site === id)?.url ?? '');

  test('lists paths without cards', () => expect(pathsOf(id).map(({ kinds }) => kinds)).toContain('none'));

  test.each(pathsOf(id))('$kinds: $some', ({ kinds, some }) => {
    for (const path of some)
      expect([path, pagesAt(id, origin + path).map(({ kind = 'list' }) => kind)]).toEqual([
        path,
        kinds === 'none' ? [] : kinds.split(' + '),
      ]);
  });

  test.each([
    ['answers', 1],
    ['other answers', 0],
  ])('%s are read by so many feeds: %i', (kind, count) => {
    for (const url of listsOf(id).flatMap(({ name, some }) => (name === kind ? some : [])))
      expect([url, feeds.filter((feed) => feed.url.test(url)).length]).toEqual([url, count]);
  });
});
