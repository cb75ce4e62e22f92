import { afterEach, expect, test } from 'vitest';
import type { ExploreDeps } from '#explore/deps.ts';
import type { WatchAnswer } from '#protocol/watch-list-messages.ts';
import { button, click, text, type } from '../popup/screen.tsx';
import { plainRedline } from './plain-items.ts';
import { close, createEnvironment, open, price } from './screen.tsx';

afterEach(close);

const empty: WatchAnswer = { asOf: null, problem: null, items: [] };

/** Opens the item with a worker that answers `watch`, and other requests as given; returns what was asked. */
async function openItem(answer: () => Promise<WatchAnswer>): Promise<string[]> {
  const env = createEnvironment([{ ...plainRedline, prices: [price('buff163', 1000)], change: undefined }]);
  const asked: string[] = [];
  const ask = (kind: string) => {
    asked.push(kind);
    if (kind === 'details') return Promise.resolve({ markets: [] });
    return kind === 'watch' ? Promise.resolve(empty) : answer();
  };
  await open(
    { deps: { ...env.deps, ask: ask as ExploreDeps['ask'] } },
    `item=${encodeURIComponent(plainRedline.name)}`,
  );
  return asked;
}

async function setAlert(): Promise<void> {
  await click(button('Alert…'));
  await type('Price in US dollars', '5');
  await click(button('Set alert'));
}

test('a full watch list is told, and no alert is set', async () => {
  const asked = await openItem(async () => empty);
  await click(button('☆ Watch'));
  expect(text('.watch-line .problem')).toContain('The watch list is full');
  await setAlert();
  expect(text('.watch-line .problem')).toContain('The watch list is full');
  expect(asked).not.toContain('watch-alert');
});

test('an alert on an item that could not be stored is told', async () => {
  const asked = await openItem(() => Promise.reject(new Error('no room')));
  await setAlert();
  expect(text('.watch-line .problem')).toContain('no room');
  expect(asked).not.toContain('watch-alert');
});
