import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sites } from '#sites/index.ts';
import { pages, pagesAt } from './page.ts';

/** Paths by the kinds of cards that their pages have, as a sample file lists them: "paths of list + list: /item/1 /item/2". */
const pathsOf = (id: string) =>
  [...readFileSync(join(import.meta.dirname, `${id}.html`), 'utf8').matchAll(/<!-- paths of (.+?): (.+?) -->/g)].map(
    ([, kinds = '', some = '']) => ({ kinds, some }),
  );

describe.each(sites)('$id', ({ id }) => {
  const { origin } = new URL(pages.find(({ site }) => site === id)?.url ?? '');

  test('lists paths without cards', () => expect(pathsOf(id).map(({ kinds }) => kinds)).toContain('none'));

  test.each(pathsOf(id))('$kinds: $some', ({ kinds, some }) => {
    for (const path of some.split(' '))
      expect([path, pagesAt(id, origin + path).map(({ kind = 'list' }) => kind)]).toEqual([
        path,
        kinds === 'none' ? [] : kinds.split(' + '),
      ]);
  });
});
