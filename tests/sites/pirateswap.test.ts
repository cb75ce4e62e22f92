import { describe, expect, test } from 'vitest';
import { readFed } from './fed.ts';

const page = 'https://pirateswap.com/exchanger';
const feed = 'https://web.pirateswap.com/inventory/v2/ExchangerInventory?page=1&results=40';
const icon = '-9a81dlWLwJ2UUGcVs_nsVtzdOEdtWwKGZZLQHTx';
const redline = 'AK-47 | Redline (Field-Tested)';

const item = (more: object = {}) => ({
  id: 'a',
  marketHashName: redline,
  icon,
  exterior: 'Field-Tested',
  float: 0.20441,
  ...more,
});
const card = (wear = 'FT - 0.2044', picture = icon, inner = '') => `
  <div data-testid="exchanger-card"><img class="SkinCardImage_x" src="https://cdn.example/economy/image/${picture}/256fx256f">
    <p>$17.50</p><p>${wear}</p>${inner}</div>`;
const read = (body: string, items: readonly unknown[] = [item()]) =>
  readFed('pirateswap', { url: page, body, answers: [[feed, { items }]] })[0];

describe('an answer', () => {
  test('may give an address instead of a picture’s id, and the short wear', () => {
    const other = item({ icon: `https://cdn.example/economy/image/${icon}`, exterior: 'FT', float: '0.20441' });
    expect(read(card(), [other])).toEqual({ item: redline, phase: undefined, kind: 'none', wearValue: 0.204_41 });
  });
});

describe('a card', () => {
  test.each(['FT - 0.2044', 'FT - 0.2045', 'FT-0.2044'])('shows a cut or a rounded wear value: %s', (wear) =>
    expect(read(card(wear), [item({ float: 0.20447 })])).toMatchObject({ item: redline }),
  );

  test('with two wear values, or another picture, is not read', () => {
    expect(read(card('FT - 0.2044', icon, '<p>FT - 0.2045</p>'))).toBeUndefined();
    expect(read(card('FT - 0.2044', `${icon}2`))).toBeUndefined();
  });

  test.each(['StatTrak™', 'Souvenir'])('that prints %s is none of a plain row', (mark) => {
    expect(read(card('FT - 0.2044', icon, `<p>${mark}</p>`))).toBeUndefined();
    const marked = item({ marketHashName: `${mark} ${redline}` });
    expect(read(card('FT - 0.2044', icon, `<p>${mark}</p>`), [marked])).toMatchObject({ item: `${mark} ${redline}` });
  });

  const unworn = (marketHashName: string) => item({ marketHashName, exterior: null, float: null });

  test.each(['★ Bayonet', 'StatTrak™ Music Kit | X, Y', 'Music Kit | X, Y', 'Sealed Graffiti | X (War Pig Pink)'])(
    'of %s is not read, because others share its picture',
    (name) => expect(read(card(''), [unworn(name)])).toBeUndefined(),
  );
});
