import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { wearPlace } from '#core/items/item-kinds.ts';
import { dollar, type Rate } from '#core/money/rates.ts';
import { renderPanel } from '#ui/overlay/render-panel.ts';
import { limitText } from '#ui/words/panel-words.ts';
import { cases } from '../gallery/cases.ts';
import { panelSample } from '../panel-sample.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: new JSDOM('').window.document });
});

const titleOf = (element: Element | null | undefined): string =>
  element?.closest('[title]')?.getAttribute('title') ?? '';
const rowOf = (element: HTMLElement, market: string) => element.querySelector(`tr[data-market="${market}"]`);

describe('the panel', () => {
  test('has a tooltip on every figure and mark', () => {
    const element = renderPanel(panelSample());
    const marks = element.querySelectorAll(
      'th.diff, th.count, th.net, .diff:not(:empty), .net, .count, .warn, a, [data-act], .notes > span',
    );
    expect(marks.length).toBeGreaterThan(50);
    for (const mark of marks)
      expect([mark.outerHTML, titleOf(mark)]).toEqual([mark.outerHTML, expect.stringMatching(/\w{3}/)]);
  });

  test('explains a difference in a sentence, an outlier by its factor, and marks unknown values', () => {
    const element = renderPanel(panelSample());
    expect(titleOf(rowOf(element, 'buff163')?.querySelector('.diff'))).toBe(
      'BUFF163 asks $30.00; this listing is 4.0% above that',
    );
    const reasonOf = (market: string) => rowOf(element, market)?.querySelector('.why');
    expect(titleOf(reasonOf('dmarket'))).toMatch(/^An outlier: 3\.\d × the median/);
    expect([reasonOf('waxpeer')?.textContent, titleOf(reasonOf('waxpeer'))]).toEqual([
      '⚠ 5 h old',
      'This price is too old to compare',
    ]);
    expect(titleOf(reasonOf('csgoroll'))).toContain('Coins have no exchange rate');
  });

  test('is sorted by the price to pay, with prices in coins last', () => {
    const rows = [...renderPanel(panelSample()).querySelectorAll('tr[data-market]')];
    const cents = rows.map((row) => row.getAttribute('data-cents'));
    const numbers = cents.filter((one) => one !== null).map(Number);
    expect(numbers.length).toBe(11);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(cents.at(-1)).toBeNull();
  });

  test('has no difference and no colour for outlier, flagged, old and unconverted prices', () => {
    const element = renderPanel(panelSample());
    for (const market of ['dmarket', 'lisskins', 'waxpeer', 'csgoroll']) {
      const row = rowOf(element, market);
      expect(row?.getAttribute('data-diff')).toBeNull();
      expect(row?.querySelector('.good, .bad')).toBeNull();
    }
  });

  test('shows net prices only for markets whose fee the user typed', () => {
    const element = renderPanel(panelSample());
    const steam = rowOf(element, 'steam');
    const net = steam?.querySelector('.net');
    expect([net?.textContent, net?.firstElementChild?.getAttribute('aria-label')]).toEqual(['$26.86', 'balance']);
    expect(titleOf(net)).toContain('it cannot be cashed out');
    expect(rowOf(element, 'buff163')?.querySelector('.net')?.textContent).toBe('');
    expect(element.querySelector('.notes')?.textContent).toContain(
      'Net is blank where a fee of the market is not known.',
    );
    // 31.60 + 2 % + 0.30 = 32.532.
    expect(titleOf(steam?.querySelector('.price'))).toContain('Cost: $32.53');
    expect(titleOf(rowOf(element, 'buff163')?.querySelector('.price'))).not.toContain('Cost');
    const without = renderPanel(panelSample(undefined, { withNet: false }));
    expect(without.querySelector('.net')).toBeNull();
  });

  test('says until when an item is locked, under the sum of its exit', () => {
    const panel = renderPanel(panelSample(undefined, { overlay: cases['locked'] ?? panelSample().overlay }));
    expect(panel.querySelector('details.exit-sum')?.textContent).toMatch(
      /locked until Dec \d+: a sale is possible then/,
    );
  });

  test('tells the place of a wear value in its wear', () => {
    const wear = wearPlace('AK-47 | Redline (Field-Tested)', 0.3612);
    const note = renderPanel(panelSample(undefined, { wear })).querySelector('.wear');
    expect(note?.textContent).toBe('Wear 0.3612: better than 8% of what Field-Tested allows');
    expect([titleOf(note), note?.className]).toEqual([
      'Field-Tested is 0.15 to 0.38. The item’s own range may be narrower.',
      'wear warn',
    ]);
  });

  test('tells in one line what the page tells, in its currency', () => {
    const lineOf = (facts: object) =>
      renderPanel(panelSample(undefined, { facts })).querySelector('.facts')?.textContent;
    const [bid, balance] = [1234, 1074].map((cents) => ({ cents, currency: 'EUR' }));
    expect(lineOf({ bid, balance })).toBe('Steam pays €12.34 at once · balance €10.74');
    expect(lineOf({ bid, ageMs: 240_000 })).toBe('Steam pays €12.34 at once · Age: 4 min');
    const offersFrom = { cents: 1120, currency: 'USD' };
    expect(lineOf({ offersFrom, ageMs: 3 * 86_400_000 })).toBe('offers from $11.20 · listed 3 d ago');
    expect(lineOf({})).toBeUndefined();
  });

  test('offers prices to type here, to the smallest coin and never past the limit', () => {
    const limits = [
      { kind: 'pay', cents: 2_450.99, percent: 5, beforeFees: true },
      { kind: 'list', cents: 123_400.1, market: 'csfloat' },
      { kind: 'undercut', cents: 3000 },
    ] as const;
    const yen = { code: 'JPY', perUsd: 150, of: 'own' };
    const textsIn = (shown?: Rate, typed: Rate = dollar) => {
      const sample = panelSample(shown, { limits });
      const buttons = renderPanel({ ...sample, overlay: { ...sample.overlay, typed } }).querySelectorAll(
        '[data-limit]',
      );
      return [...buttons].map((one) => one.textContent);
    };
    expect(textsIn()).toEqual(['Pay at most $24.50*', 'List at $1,234.01', 'Just under the lowest ask $29.99']);
    expect(textsIn(undefined, yen)[2]).toBe('Just under the lowest ask ≈ ¥4,499 $30.00');
    const canadian = { code: 'CAD', perUsd: 1.4, of: 'own' };
    expect(textsIn(undefined, canadian).slice(1)).toEqual([
      'List at $1,727.61 CAD $1,234',
      'Just under the lowest ask ≈ $41.99 CAD $30.00',
    ]);
    expect(textsIn(canadian, canadian)[2]).toBe('Just under the lowest ask ≈ $41.99');
    const steam = limitText({ kind: 'pay', cents: 1312.5, ratio: 0.8 }, { shown: dollar, typed: dollar });
    expect(steam).toMatchObject({ amount: '$13.12', typed: '13.12' });
  });

  test('offers no price of nothing', () => {
    const { children } = renderPanel(panelSample(undefined, { limits: [{ kind: 'undercut', cents: 1 }] }));
    expect([...children].flatMap((child) => [...child.querySelectorAll('[data-limit]')])).toEqual([]);
    expect(limitText({ kind: 'pay', cents: 0.4, percent: 5 }, { shown: dollar, typed: dollar })).toBeUndefined();
  });

  test('copies no price to type where the currency of the page is not known', () => {
    const limits = [{ kind: 'undercut', cents: 3000 }] as const;
    const sample = panelSample(undefined, { limits });
    const unknown = { ...sample, overlay: { ...sample.overlay, typed: undefined } };
    const limit = renderPanel(unknown).querySelector('[data-limit]');
    expect([limit?.tagName, limit?.textContent]).toEqual(['SPAN', 'Just under the lowest ask $29.99']);
    expect(limit?.getAttribute('title')).toContain('does not tell the currency');
  });

  test('tells the profit once, and on request what it is reckoned from', () => {
    const overlay = cases['exit at a loss'];
    const sum = overlay && renderPanel(panelSample(undefined, { overlay })).querySelector('details.exit-sum');
    expect(sum?.hasAttribute('open')).toBe(false);
    expect(sum?.querySelector('summary')?.textContent).toBe('−$999.99 −81.0% WhiteMarket net $950.00');
    expect(sum?.textContent.match(/81\.0%/g)).toHaveLength(1);
    expect(sum?.querySelectorAll('p')).toHaveLength(4);
  });

  test('has the cash ratio behind its tab, with what it rests on', () => {
    const past = { history: document.createElement('div'), line: undefined };
    // YouPin sells at its average of 30.50: 29.89 for 31.60 of balance. Its ask of 30.80 gives 26.86 of balance.
    const open = renderPanel(panelSample(), past, 'cash');
    expect([open.contains(past.history), open.querySelector('[aria-selected="true"]')?.id]).toEqual([false, 'cash']);
    expect(open.querySelector('.cash th')?.textContent).toBe('Steam $31.60');
    const row = open.querySelector('[data-cash-market="youpin"]');
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      'YouPin',
      '0.946',
      '0.872',
      'avg $30.50',
    ]);
    const without = renderPanel(panelSample(undefined, { cash: undefined }), past, 'cash');
    expect([without.contains(past.history), without.querySelectorAll('[role="tab"]').length]).toEqual([true, 1]);
  });

  test('has averages in place of differences without a listing, and why a price has neither', () => {
    const sample = panelSample();
    const offers = sample.comparison.offers.map((offer) => ({
      ...offer,
      diff: undefined,
      doubt: undefined,
      outlier: undefined,
    }));
    const bare = renderPanel({ ...sample, listing: undefined, comparison: { ...sample.comparison, offers } });
    expect(bare.querySelector('.diff')).toBeNull();
    expect(rowOf(bare, 'youpin')?.querySelector('.avg7')?.textContent).toBe('$30.50 →');
    const [first, ...others] = offers;
    if (!first) throw new Error('no offer');
    const doubtful = { ...sample.comparison, offers: [{ ...first, doubt: 'stale' as const }, ...others] };
    expect(renderPanel({ ...sample, comparison: doubtful }).querySelector('td.why')?.textContent).toMatch(/^⚠ .+ old$/);
  });

  test('has a row of each market without a price, which says whether it has none or is not loaded', () => {
    const sample = panelSample();
    const offers = [{ market: 'steam', asOf: 1 }, { market: 'dmarket' }].map(
      (offer) =>
        ({ ...sample.comparison.offers[0], cents: undefined, count: undefined, asOf: undefined, ...offer }) as never,
    );
    const rows = renderPanel({ ...sample, comparison: { ...sample.comparison, offers } }).querySelectorAll('tbody tr');
    expect([...rows].map(({ textContent }) => textContent)).toEqual(['Steam—No price', 'DMarket—not loaded yet']);
  });

  test('names the phase that the page tells, says that its price is not known, and where to see it', () => {
    const sample = panelSample();
    const offers = sample.comparison.offers.map((offer) => ({
      ...offer,
      doubt: 'any-phase' as const,
      diff: undefined,
      ...(offer.market !== 'youpin' && { link: undefined }),
    }));
    const of = { ...sample, comparison: { ...sample.comparison, offers } };
    const overlay = { ...sample.overlay, noDifferenceReason: 'any-phase' as const };
    const note = renderPanel({ ...of, phase: 'Ruby', overlay }).querySelector('.phase');
    expect(note?.textContent).toMatch(/^Ruby: prices of phases are not in the price API\..*See this phase on: YouPin$/);
    expect(note?.querySelector('a')?.getAttribute('href')).toBe('https://youpin898.com/item');
    const unlinked = { ...of.comparison, offers: offers.map((offer) => ({ ...offer, link: undefined })) };
    const without = renderPanel({ ...of, comparison: unlinked, phase: 'Ruby', overlay }).querySelector('.phase');
    expect(without?.querySelector('a')).toBeNull();
    const unknown = renderPanel({ ...of, overlay });
    expect(unknown.querySelector('.phase')).toBeNull();
    expect(unknown.querySelector('.notes')?.textContent).toContain('cheapest phase');
    expect(rowOf(unknown, 'buff163')?.className).toBe('doubt');
  });

  test('says above all prices that they are samples, once', () => {
    const sample = panelSample();
    const made = renderPanel({ ...sample, overlay: { ...sample.overlay, sample: true, noDifferenceReason: 'sample' } });
    expect(made.children[1]?.className).toBe('sample');
    expect(made.textContent.match(/prices are made up/g)).toHaveLength(1);
    expect(renderPanel(sample).querySelector('.sample')).toBeNull();
  });

  test('has links without referrer and affiliate codes', () => {
    const links = [...renderPanel(panelSample()).querySelectorAll('a')];
    expect(links.length).toBe(13);
    for (const link of links) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('href')).toMatch(/^https:/);
    }
  });
});
