import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import type { WatchAnswer } from '#core/owned/watch-prices.ts';
import { explorePath } from '#core/settings/explore-path.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { button, click, press, query, settle, text, type } from '../popup/screen.tsx';
import { plainRedline } from './plain-items.ts';
import { close, createEnvironment, itemAt, open, price, texts } from './screen.tsx';

afterEach(close);

const empty: WatchAnswer = { asOf: null, problem: null, items: [], shown: dollar };

/** Opens the item with a worker that answers `watch`, and other requests as given; returns what was asked. */
async function openItem(
  answer: () => Promise<WatchAnswer>,
  part?: 'alert',
  list: () => Promise<WatchAnswer> = async () => empty,
): Promise<string[]> {
  const env = createEnvironment([{ ...plainRedline, prices: [price('buff163', 1000)], change: undefined }]);
  const asked: string[] = [];
  const ask = (kind: string) => {
    asked.push(kind);
    if (kind === 'details') return Promise.resolve([]);
    return kind === 'watch' ? list() : answer();
  };
  const [, hash] = explorePath(plainRedline.name, part).split('#');
  await open({ deps: { ...env.deps, ask: ask as ExploreDeps['ask'] } }, hash);
  return asked;
}

async function setAlert(): Promise<void> {
  await click(button('Alert…'));
  await type('Amount in USD', '5');
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

test('the form of the alert is open where the address asks for it, as the comparison does', async () => {
  const asked = await openItem(async () => empty, 'alert');
  await type('Amount in USD', '5');
  await click(button('Set alert'));
  expect(asked).toContain('watch-star');
});

test('the form waits for the list, and begins with the alert that is set', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const alert = { kind: 'above', cents: 700 } as const;
  const item = { name: plainRedline.name, alert, reached: null, quote: null, doubt: null };
  const { promise, reject } = Promise.withResolvers<WatchAnswer>();
  const list = vi.fn(async (): Promise<WatchAnswer> => ({ ...empty, items: [item] })).mockReturnValueOnce(promise);
  await openItem(async () => empty, 'alert', list);
  expect([document.querySelector('form.alert'), text('.watch-line .note')]).toEqual([
    null,
    expect.stringMatching(/read/),
  ]);
  await act(async () => reject(new Error('gone')));
  await settle();
  expect([document.querySelector('form.alert'), text('.watch-line .problem')]).toEqual([
    null,
    expect.stringContaining('gone'),
  ]);
  await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
  await settle();
  expect((query('form.alert select') as HTMLSelectElement).value).toBe('above');
  expect((query('form.alert input') as HTMLInputElement).value).toBe('7');
  expect(text('.watch-line .problem')).toBe('');
  vi.useRealTimers();
});

test('an alert on an item that could not be stored is told', async () => {
  const asked = await openItem(() => Promise.reject(new Error('no room')));
  await setAlert();
  expect(text('.watch-line .problem')).toContain('no room');
  expect(asked).not.toContain('watch-alert');
});

test('a star in the table watches its item, by a click and by a key', async () => {
  const { name } = plainRedline;
  const asked: unknown[] = [];
  const ask = async (kind: string, request: { readonly name: string; readonly on: boolean }) => {
    if (kind === 'details') return [];
    if (kind === 'watch') return empty;
    asked.push([kind, request]);
    return { ...empty, items: request.on ? [{ name, alert: null }] : [] };
  };
  const env = createEnvironment([{ ...plainRedline, prices: [price('buff163', 1000)], change: undefined }]);
  await open({ deps: { ...env.deps, ask: ask as unknown as ExploreDeps['ask'] } });
  expect(text('.star')).toBe('☆');
  await click(query('.star'));
  expect(text('.star')).toBe('★');
  await press(query('.grid'), 's');
  expect(text('.star')).toBe('☆');
  expect(asked).toEqual([
    ['watch-star', { name, on: true }],
    ['watch-star', { name, on: false }],
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a click', () => click(query('.bell'))],
  ['a key', () => press(query('.grid'), 'a')],
])('the form of an alert opens from its row by %s', async (_, ask) => {
  const env = createEnvironment([{ ...plainRedline, prices: [price('buff163', 1000)], change: undefined }]);
  await open({
    deps: {
      ...env.deps,
      ask: (async (kind: string) => (kind === 'details' ? [] : empty)) as unknown as ExploreDeps['ask'],
    },
  });
  await ask();
  await settle();
  expect(query('form.alert').getAttribute('aria-label')).toContain(plainRedline.name);
});

describe('the prices of an item', () => {
  const heads = () => texts('.item-prices thead th');
  const names = () => texts('.item-prices tbody th');

  test('name the lowest one in words, and lead with what it costs and leaves', async () => {
    await open(createEnvironment([itemAt('Fracture Case', 1000)]), 'item=Fracture Case');
    expect(heads().slice(0, 4)).toEqual(['Market', 'Price', 'Cost', 'Net']);
    expect(names().slice(0, 2)).toEqual(['BUFF163 Lowest', 'CSFloat']);
    expect(texts('.item-page .facts dt')).toEqual(['Exit', 'Spread', 'Profit', 'Liquidity']);
  });

  test('say that what Steam pays stays there', async () => {
    const prices = [price('buff163', 1100, { avg7: 1000 }), price('steam', 1000)];
    await open(createEnvironment([itemAt('Fracture Case', 1000, { prices })]), 'item=Fracture Case');
    const net = (row: number) => query(`.item-prices tbody tr:nth-child(${row}) td:nth-child(4)`);
    expect([net(1).textContent, net(1).title]).toEqual(['$9.80', '']);
    expect([net(3).textContent, net(3).title]).toEqual([
      '$9.80balance',
      expect.stringContaining('cannot be cashed out'),
    ]);
  });

  test('have no columns for what nobody knows without fees', async () => {
    await open(
      createEnvironment([itemAt('Fracture Case', 1000)], { fees: { confirmed: false } }),
      'item=Fracture Case',
    );
    expect(heads()).toEqual(['Market', 'Price', '7 days', '30 days', 'Listings', 'Age']);
  });
});

test('the page of an item says how fast it goes', async () => {
  const env = createEnvironment([{ ...plainRedline, prices: [price('buff163', 1000)], change: undefined }]);
  const markets = [{ market: 'buff163', days: [], recent: [], gone: 40 }] as const;
  const past = async () => ({ state: 'found', markets, since: null }) as const;
  const [, hash] = explorePath(plainRedline.name).split('#');
  await open({ deps: { ...env.deps, past } }, hash);
  expect(texts('.history-place .note')).toEqual(['BUFF163: listings go, at least some 40 a day']);
});
