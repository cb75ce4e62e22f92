/** @module-tag full */
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { samplePages } from '#demo/sample-pages.ts';
import { outlinePage } from '#page/report/page-outlines.ts';
import { reportText } from '#popup/report/report-text.ts';
import type { PageReport } from '#protocol/messages.ts';
import { explainReport } from './report.ts';
import { parseReport } from './report-file.ts';

const product = { version: '1.2.3', browser: 'Browser/1' };
const [sample] = samplePages('tests/sites').filter(({ site, page }) => site === 'steam' && page === 'search');

const report: PageReport = {
  site: 'steam',
  on: true,
  seen: 9,
  read: 0,
  priced: 0,
  drifted: true,
  reader: 'adapter',
  findings: {
    kinds: ['^\\/market\\/search'],
    empty: false,
    unread: [],
    unknown: [],
    tap: null,
    asOf: null,
    totals: null,
    deals: 0,
    learned: [],
  },
};

describe('npm run check-report', () => {
  let text = '';
  beforeAll(() => {
    const { document } = new JSDOM(sample?.html, { url: sample?.url }).window;
    const answer = `https://steamcommunity.com/market/search/render?query=me\n{"results":[{"hash_name":"x"}]}`;
    text = reportText(
      report,
      product,
      outlinePage(
        document,
        [...document.querySelectorAll('[data-expect]')].map((element) => ({
          element,
          state: 'unread' as const,
        })),
        [answer],
      ),
    );
  });

  test('reads back the outlines and shapes of a copied report', () => {
    expect(parseReport(text)).toMatchObject({
      site: 'steam',
      kinds: ['^\\/market\\/search'],
      answers: [{ path: '/market/search/aaaaaa', shape: '{"results":["1 entries",{"hash_name":"text"}]}' }],
    });
    expect(parseReport(text).outlines.length).toBe(3);
  });

  test('shows which selectors of the adapter match and what it reads', async () => {
    const told = await explainReport(text);
    expect(told).toContain('Outline 3');
    expect(told).toContain('✓ the card’s selector');
    expect(told).toMatch(/read returns /);
    expect(told).toContain('{"results":["1 entries",{"hash_name":"text"}]}');
  });

  test('marks what a redesign took away', async () => {
    const told = await explainReport(text.replaceAll('market_listing_row', 'renamed'));
    expect(told).toContain('✗ the card’s selector');
  });

  test.each([
    ['', 'first line'],
    ['Skinlens 1 on steam\nPage kind: x', 'no outline'],
    ['Skinlens 1 on nowhere\nOutline of an unread card 1:\n<b></b>', 'no adapter nowhere'],
  ])('refuses %j', async (wrong, why) => {
    await expect(explainReport(wrong)).rejects.toThrow(why);
  });
});
