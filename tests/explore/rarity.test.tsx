import { afterEach, describe, expect, test } from 'vitest';
import { text } from '../popup/screen.tsx';
import { close, createEnvironment, itemAt, names, open } from './screen.tsx';

afterEach(close);

describe('the rarity of an item', () => {
  const env = createEnvironment([
    itemAt('AK-47 | Redline (Field-Tested)', 1000),
    itemAt('Sticker | Crown (Foil)', 5000, { kind: 'sticker' }),
    itemAt('Sticker | New', 900, { kind: 'sticker' }),
  ]);
  const rarities = async () => (name: string) => (name === 'Sticker | New' ? undefined : ('legendary' as const));

  test('is an edge of the item’s cell and a word of its title; an unknown one is neither', async () => {
    await open({ deps: { ...env.deps, rarities } }, 'sort=item');
    const cells = Array.from(document.querySelectorAll<HTMLElement>('.rows .item'));
    expect(cells.map(({ dataset, title }) => [dataset['rarity'], title])).toEqual([
      ['legendary', 'AK-47 | Redline (Field-Tested) · Classified'],
      ['legendary', 'Sticker | Crown (Foil) · Exotic'],
      [undefined, 'Sticker | New'],
    ]);
  });

  test('is written at the head of the item’s page', async () => {
    await open({ deps: { ...env.deps, rarities } }, 'item=AK-47 | Redline (Field-Tested)');
    expect(text('.item-head[data-rarity=legendary]')).toBe('AK-47 | Redline (Field-Tested)Classified');
  });

  test('of a file that cannot be read leaves the table as it is', async () => {
    await open({ deps: { ...env.deps, rarities: () => Promise.reject(new Error('gone')) } });
    expect(names()).toHaveLength(3);
    expect(document.querySelector('[data-rarity]')).toBeNull();
  });
});
