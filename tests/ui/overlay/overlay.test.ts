import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { renderOverlay, retireOverlay } from '#ui/overlay/overlay.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { addTooltips } from '#ui/overlay/overlay-titles.ts';
import { wholeMoneyText } from '#ui/words/difference-text.ts';
import { currencySign, formatAmount } from '#ui/words/format.ts';
import { setMessageSource } from '#ui/words/text.ts';
import { messageSourceOf } from '../../messages.ts';
import { cases } from '../gallery/cases.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: new JSDOM('').window.document });
});

const euro = { code: 'EUR', perUsd: 0.8, of: '2026-11-20' };
const model: OverlayModel = {
  offers: [],
  state: 'ready',
  rows: [
    { market: 'buff163', cents: 4000, diff: -2.5 },
    { market: 'youpin', cents: undefined, diff: undefined },
    { market: 'csfloat', cents: 3000, diff: 30 },
  ],
  listingCents: 3900,
  liquidity: 84,
  noDifferenceReason: undefined,
  missing: undefined,
  shown: dollar,
  used: [],
  deal: false,
  ageMs: 240_000,
  fault: undefined,
};
const drawn = (change: Partial<OverlayModel> = {}, difference: 'percent' | 'money' | 'both' = 'percent') =>
  renderOverlay('AK-47 | Redline (Field-Tested)', { ...model, ...change }, difference);
/** The same with tooltips, as under the pointer. */
function explained(of: OverlayModel, difference: 'percent' | 'both' = 'percent'): HTMLElement {
  const element = renderOverlay('AK-47 | Redline (Field-Tested)', of, difference);
  addTooltips(element, 'AK-47 | Redline (Field-Tested)', of);
  return element;
}
const differences = (element: HTMLElement) =>
  [...element.querySelectorAll('[data-market]')].map((row) =>
    [...row.children]
      .slice(2)
      .map((one) => one.textContent)
      .join(''),
  );
const texts = (element: HTMLElement, what: string) => [...element.querySelectorAll(what)].map((one) => one.textContent);

describe('an overlay', () => {
  test('is one button whose name has all of its content', () => {
    const element = drawn({ deal: true });
    expect(element.tagName).toBe('BUTTON');
    const spoken = element.querySelector('.spoken')?.textContent;
    for (const word of [
      'AK-47',
      'BUFF163 asks $40.00',
      '2.5% below',
      'YouPin has no price',
      '30.0% above',
      'Liquidity 84',
      'deal',
    ])
      expect(spoken).toContain(word);
    // An age that is not visible is told when somebody reads it.
    expect(spoken).not.toContain('4 min ago');
    addTooltips(element, 'AK-47', model);
    expect(element.querySelector('.spoken')?.textContent).toContain('4 min ago');
  });

  test.each([
    ['percent', ['▾−2.5%', '', '▴+30.0%']],
    ['money', ['▾−$1.00', '', '▴+$9.00']],
    ['both', ['▾−2.5%−$1.00', '', '▴+30.0%+$9.00']],
  ] as const)('tells differences in %s, with sign and arrow', (difference, expected) => {
    expect(differences(drawn({}, difference))).toEqual(expected);
  });

  test('tells what the listing leaves by a sign without an arrow, and what is enough in colour, the best of it heavy', () => {
    const net = (profitCents: number, isGood: boolean) =>
      ({
        market: 'buff163',
        cents: 4000,
        diff: 2,
        net: { costCents: 3900, profitCents, percent: 1, net: 3900 + profitCents, isGood },
      }) as const;
    const good = (profitCents: number) => ({ ...net(profitCents, true), isGood: true as const });
    const rows = [good(100), good(200), net(-100, false)];
    const element = drawn({ rows, net: 'net' }, 'money');
    expect(differences(element)).toEqual(['+$1.00', '+$2.00', '−$1.00']);
    const tones = (of: HTMLElement) => [...of.querySelectorAll('[data-market]')].map(({ className }) => className);
    expect(tones(element)).toEqual(['row good', 'row good best', 'row']);
    // Beside what a sale leaves, the rows are in ink.
    expect(tones(drawn({ rows, net: 'net', head: true, exit: 'thin' }))).toEqual(['row', 'row', 'row']);
  });

  test.each([
    [2599, '+$25'],
    [-52_335, '−$524'],
    [77, '+$0.77'],
    [123_456, '+$1,235'],
  ])('has a profit of %d without its cents for narrow cards, and promises no more', (profitCents, brief) => {
    expect(wholeMoneyText({ cents: profitCents, currency: 'USD' })).toBe(brief);
  });

  test('shows prices in another currency and keeps its cents in US dollars', () => {
    const element = drawn({ shown: euro, used: [euro] }, 'money');
    expect(texts(element, '.price')).toEqual(['€32.00', 'No price', '€24.00']);
    expect(element.querySelector('[data-market]')?.getAttribute('data-cents')).toBe('4000');
    expect(differences(element)[0]).toBe('▾−€0.80');
  });

  test('has in its foot the notes, then the liquidity, and only what is unusual', () => {
    const foot = (change: Partial<OverlayModel> = {}) => texts(drawn(change), '.notes > *, .liquidity');
    expect(foot({ used: [euro], ageMs: 44 * 60_000 })).toEqual(['84']);
    const unusual = { ageMs: 45 * 60_000, used: [{ ...euro, oldMs: 5 * 86_400_000 }] };
    expect(foot({ ...unusual, deal: true, net: 'unknown', noDifferenceReason: 'bid' })).toEqual([
      '★ deal',
      'no fees set',
      'bid',
      '€ rate 5 d old',
      '45 min old',
      '84',
    ]);
    expect(foot({ liquidity: undefined, ageMs: 45 * 60_000 })).toEqual(['45 min old']);
    expect(foot({ ageMs: 10_800_000, state: 'stale', noDifferenceReason: 'stale' })).toEqual(['⚠ 3 h old', '84']);
    expect(['no exit', 'exit'].map((name) => foot({ ...cases[name], deal: true })[0])).toEqual(['★ deal', '92']);
    // A warning makes no repeated card higher than its neighbours.
    expect(texts(renderOverlay('AK', { ...model, worn: true }, 'percent', true), '.foot.warn')).toEqual(['⚠']);
  });

  test('has every fact of its foot in the tooltip', () => {
    const foot = explained({ ...model, used: [euro] }).querySelector('.foot');
    expect(foot?.getAttribute('title')).toBe(
      'Liquidity 84 of 100: how easily the item sells\nPrices of 4 min ago\nConverted at the rate of 2026-11-20: 1 USD = 0.8 EUR.',
    );
  });

  test.each(Object.entries(cases))('has a tooltip on every mark: %s', (_, model) => {
    const element = explained(model, 'both');
    const marks = [
      ...element.querySelectorAll('.sign, .price, .arrow, .percent, .notes > *, .liquidity, .bar, .notice'),
    ];
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) expect(mark.closest('[title]')?.getAttribute('title')).toMatch(/\w+ \w+/);
  });

  test('gives the reason in a row without a difference', () => {
    for (const [name, words] of Object.entries({
      inflated: 'outlier',
      'any phase': 'cheapest phase',
      bid: 'auction',
      'no listing': 'could not be read',
      'no rate': 'exchange rate for KZT',
      stale: 'too old',
    })) {
      const [row] = explained(cases[name] ?? model).querySelectorAll('.row');
      expect(row?.getAttribute('title')).toContain('BUFF163 asks');
      expect(row?.getAttribute('title')).toContain(words);
    }
  });

  test.each(Object.entries(cases))('leaves one sentence after an update of the extension: %s', (_, model) => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    root.append(explained(model, 'both'));
    retireOverlay(root, 'Reload the page.');
    expect(root.querySelector('.overlay.absent:not(button)')?.textContent).toBe('Reload the page.');
    expect(root.textContent).toBe('Reload the page.');
  });

  test('has its tooltips in the language of its texts', () => {
    setMessageSource(messageSourceOf('ru'));
    const { deal, inflated } = cases;
    if (!deal || !inflated) throw new Error('no case');
    const titles = [deal, inflated].flatMap((model) =>
      [...explained(model).querySelectorAll('[title]')].map((mark) => mark.getAttribute('title')),
    );
    setMessageSource(messageSourceOf('en'));
    expect(titles.length).toBeGreaterThan(8);
    for (const title of titles) expect(title).toMatch(/[а-я]{3}/);
  });

  test('shows of an item with phases as many rows as of others, all in grey, and no colour', () => {
    const rows = model.rows.map((row) => ({ ...row, diff: undefined, isGood: true as const }));
    const element = drawn({ noDifferenceReason: 'any-phase', rows, head: true });
    expect([...element.classList]).toContain('doubt');
    expect(element.querySelectorAll('[data-market]')).toHaveLength(rows.length);
    expect(texts(element, '.exit, .notes > *')).toEqual(['phase: no price', 'any phase']);
    expect(element.querySelector('.good')).toBeNull();
  });

  test('never shows an outlier in green', () => {
    const rows = model.rows.map((row) => ({ ...row, diff: undefined }));
    const element = drawn({ noDifferenceReason: 'inflated', rows });
    expect(element.querySelector('.good')).toBeNull();
    expect(texts(element, '.warn')).toEqual(['⚠', '⚠', '⚠ outlier']);
  });
});

describe('amounts', () => {
  test.each([
    [4000, dollar, '$40.00'],
    [99_999, dollar, '$999.99'],
    [100_000, dollar, '$1,000'],
    [123_456_789, dollar, '$1.235M'],
    [4000, { ...euro, code: 'JPY', perUsd: 150 }, '¥6,000'],
    [4000, { ...euro, code: 'COIN', perUsd: 1.5 }, '60.00'],
  ])('%d cents in %o', (cents, rate, text) => expect(formatAmount(inCurrency(cents, rate))).toBe(text));

  test('signs', () => expect([currencySign('EUR'), currencySign('COIN')]).toEqual(['€', 'coins']));
});

test('an overlay shows nothing of the one rendered before', () => {
  const drawn = (name: string) => renderOverlay(name, cases[name] ?? model, name.length % 2 ? 'both' : 'money');
  const names = Object.keys(cases);
  const { document } = new JSDOM('').window;
  const alone = new Map(
    names.map((name) => {
      Object.assign(globalThis, { document: document.implementation.createHTMLDocument() });
      return [name, document.importNode(drawn(name), true)];
    }),
  );
  Object.assign(globalThis, { document });
  const isAsAlone = (name: string) => drawn(name).isEqualNode(alone.get(name) ?? null);
  // Each after each other: one, two, one, three, …
  for (const [at, before] of names.entries())
    for (const name of names.slice(at))
      expect([isAsAlone(before), isAsAlone(name)], `${name}, ${before}`).toEqual([true, true]);
});
