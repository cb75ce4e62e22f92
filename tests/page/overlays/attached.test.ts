import { beforeAll, describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite, type Site } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { renderOverlay } from '#ui/overlay/overlay.ts';
import { addTooltips } from '#ui/overlay/overlay-titles.ts';
import { attachedList } from '#ui/overlay/render-panel.ts';
import { quoted } from '../../quoted.ts';
import { centsOf, openPage, site } from '../sample-page.ts';
import { type ModelCase, modelOfCase, now } from './model-case.ts';

beforeAll(() => void openPage());

const crown = 'Sticker | Crown (Foil)';
const howl = 'Sticker | Howling Dawn';
const ak = 'AK-47 | Redline (Field-Tested)';

const quotes = new Map([
  [crown, quoted({ buff163: 40_000 }, now)],
  [`\n${howl}`, quoted({ buff163: 200 }, now)],
]);
const reading = {
  item: ak,
  listing: { cents: 7010, currency: 'USD' },
  attached: [{ item: crown }, { item: howl, assembled: true as const, wear: 0.25 }],
};
const row = { buff163: 5000, youpin: 4000, inflated: false };
const model = (attached = 'sp', more: object = {}, read: object = {}, around: ModelCase = {}) =>
  modelOfCase(
    { reading: { ...reading, ...read }, quote: { ...row, ...more }, settings: { overlay: { attached } }, ...around },
    { reading, quote: row, quotes },
  );
const shown = (made: ReturnType<typeof model>) => {
  const root = document.createElement('div');
  root.append(renderOverlay(ak, made, 'percent'));
  addTooltips(root, 'AK', made);
  return root.querySelector('.attached');
};

describe('the note of what is attached', () => {
  test('has the sum and the SP, with a tooltip: (70.10 − 50.00) of 402.00 is 5 %', () => {
    const row = shown(model());
    expect(row?.textContent).toBe('✦ $402.00 · SP 5.0%');
    expect(row?.getAttribute('title')).toBe(
      'Stickers and charms: loose, they cost $402.00 on BUFF163. Not part of the item’s price. SP: the share of that sum that the listing asks on top of the price of the bare item: 5.0%. A fact, not a valuation.',
    );
  });

  test('never changes the item’s own price or difference', () => {
    const { attached, ...rest } = model();
    expect(attached?.cents).toBe(40_200);
    expect(rest).toEqual(model('off'));
  });

  test('is there only when something is attached, and the user wants it', () => {
    expect(shown(model('off'))).toBeNull();
    expect(shown(model('sp', {}, { attached: [] }))).toBeNull();
    expect(shown(model('sum'))?.textContent).toBe('✦ $402.00');
  });

  test('says “at least” with an unknown name, and has no SP then', () => {
    const made = model('sp', {}, { attached: [...reading.attached, { item: 'Sticker | Made Up' }] });
    expect(shown(made)?.textContent).toBe('✦ ≥ $402.00');
    expect(shown(made)?.getAttribute('title')).toContain('at least $402.00 on BUFF163; without a price: 1');
  });

  test.each<[string, ReturnType<typeof model>]>([
    ['no listing', model('sp', {}, { listing: undefined })],
    ['a bid', model('sp', {}, { kind: 'bid' })],
    ['another currency without a rate', model('sp', {}, { listing: { cents: 7010, currency: 'EUR' } })],
    ['no price of the bare item', model('sp', { buff163: undefined })],
    ['a price in doubt', model('sp', { inflated: true })],
    ['a phase', model('sp', {}, { phase: 'Phase 2' })],
    ['old prices', model('sp', {}, {}, { ageMs: 1e9, own: { updatedAt: now - 1e9 } })],
    ['sample prices', model('sp', {}, {}, { sample: true })],
  ])('has no SP with %s', (_, made) => {
    expect(made.attached?.sp).toBeUndefined();
    expect(made.attached?.cents).toBe(40_200);
  });
});

test.each([
  ['flagged', { inflated: true }, {}],
  ['old by its market’s own time', {}, { updatedAt: now - 15 * 3_600_000 }],
  ['of no listing', { buff163: undefined }, {}],
])(
  'a price that is %s is none: of a sticker the sum is a lower bound, of the bare item there is no SP',
  (_, doubt, own) => {
    const doubtful = new Map([...quotes, [crown, quoted({ buff163: 40_000, ...doubt }, now, own)]]);
    expect(model('sp', {}, {}, { quotes: doubtful }).attached).toMatchObject({
      cents: 200,
      atLeast: true,
      sp: undefined,
    });
    expect(model('sp', doubt, {}, { own }).attached).toMatchObject({ cents: 40_200, sp: undefined });
  },
);

describe('the panel’s list', () => {
  test('has each item, its wear and its price', () => {
    const list = attachedList(model('sp', {}, { attached: [...reading.attached, {}] }));
    expect([...(list?.querySelectorAll('li') ?? [])].map((li) => [...li.children].map((c) => c.textContent))).toEqual([
      [crown, '', '$400.00'],
      [howl, '25% scratched', '$2.00'],
      ['Name not readable', '', '–'],
    ]);
    expect(list?.querySelector('.total')?.textContent).toBe('≥ $402.00');
  });
});

/** The sample marketplace, whose cards also list stickers. */
const withStickers: Site = defineSite({
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card, rows) => {
      const read = page.read(card, rows);
      const names = card.getAttribute('data-stickers')?.split(';') ?? [];
      return typeof read === 'object' ? { ...read, attached: names.map((item) => ({ item })) } : read;
    },
  })),
  attributes: ['data-name', 'data-stickers'],
});

describe('on a page', () => {
  const opened = async (stickers: string) => {
    const page = openPage([], withStickers);
    const card = page.add('AK');
    card.dataset['stickers'] = stickers;
    await page.start();
    const sum = () =>
      card.querySelector('skinlens-prices')?.shadowRoot?.querySelector('.attached')?.textContent.slice(2);
    return { ...page, card, sum };
  };

  test('names of stickers are asked with those of the items, and only names of stickers', async () => {
    const { worker, sum } = await opened(`${crown};AWP | Dragon Lore (Factory New)`);
    expect(worker.asked).toEqual([['AK', crown]]);
    expect(sum()).toBe(`≥ $${(centsOf(crown, 1) / 100).toFixed(2)}`);
  });

  test('a changed sticker gets a new sum, and its line goes with the last one', async () => {
    const { card, sum, settle } = await opened(crown);
    card.dataset['stickers'] = howl;
    await settle();
    expect(sum()).toBe(`$${(centsOf(howl, 1) / 100).toFixed(2)}`);
    card.dataset['stickers'] = '';
    await settle();
    expect(sum()).toBeUndefined();
  });

  test('switched off, no sticker is asked; switched on again, the sum comes', async () => {
    const { overlays, worker, sum, settle, card } = await opened(crown);
    overlays.show(toSettingsView(parseSettings({ overlay: { attached: 'off' } }), 'sample'));
    await settle();
    expect(sum()).toBeUndefined();
    card.dataset['stickers'] = howl;
    await settle();
    expect(worker.asked.flat()).not.toContain(howl);
    overlays.show(toSettingsView(parseSettings({}), 'sample'));
    await settle();
    expect(sum()).toBe(`$${(centsOf(howl, 1) / 100).toFixed(2)}`);
  });
});
