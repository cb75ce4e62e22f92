import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noticeParts, type SiteNotice } from '#core/settings/notices.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { seed } from '../../seed.ts';
import { documentAt, pages, rowsOf, siteOf } from '../../sites/page.ts';
import { blind } from '../finder/blind-samples.ts';
import { perDollar } from '../finder/find-items.ts';
import { centsNearListings } from '../finder/sample-prices.ts';
import { openPage } from '../sample-page.ts';

const now = Date.UTC(2026, 10, 26, 12);

const settings = parseSettings({
  ...{ theme: 'dark', coinUsd: 0.6, fees: { confirmed: true, markets: {} }, overlay: { attached: 'sp' } },
  deals: { on: true, reference: 'buff163', percentBelow: 1, minCents: 0 },
});

/** A page with overlays. `show` tells what each card shows with some notices: every number, and of what. */
function openSample(sample: SamplePage) {
  const document = documentAt(sample.url, sample.html);
  const bed = { document, rows: rowsOf(sample.site, document), centsOf: centsNearListings(blind(sample)) };
  const { overlays, worker, settle, start, report } = openPage([], siteOf(sample.site), bed);
  Object.assign(worker, { now, rates: { date: '2026-11-26', rates: perDollar } });
  const view = toSettingsView(settings, sample.site);
  return {
    start,
    end: () => overlays.stop(),
    show: async (notices: readonly SiteNotice[]) => {
      overlays.show({ ...view, notices });
      await settle();
      return [...drawnIn(document), ...(report().findings?.totals ? ['totals'] : [])];
    },
  };
}

const numbers = [
  'item',
  'phase',
  'listing',
  'currency',
  'cents',
  'diff',
  'exit-cents',
  'profit-cents',
  'profit-percent',
  'deal',
];

const drawnIn = (document: Document): readonly string[] =>
  [...document.querySelectorAll('skinlens-prices')].flatMap((host, at) =>
    [host, ...(host.shadowRoot?.querySelectorAll('*') ?? [])].flatMap((element) => {
      const market = element.getAttribute('data-market') ?? element.getAttribute('data-exit-market') ?? '';
      const place = host.parentElement?.closest('[data-expect]')?.getAttribute('data-expect') ?? at;
      return numbers.flatMap((name) => {
        const value = element.getAttribute(`data-${name}`);
        return value === null ? [] : [`${place} ${market} ${name} ${value}`];
      });
    }),
  );

const notice = (paths: readonly string[]) =>
  fc.record({
    off: fc.constantFrom(...noticeParts),
    page: fc.constantFrom(undefined, '/', '/no-such-page', ...paths),
    issue: fc.constant('https://issue.example/'),
    why: fc.constant('Why.'),
  });

const bagOf = (drawn: readonly string[]) => Map.groupBy(drawn, (each) => each);
const added = (more: readonly string[], drawn: readonly string[]) => {
  const known = bagOf(drawn);
  return [...bagOf(more)].filter(([each, all]) => all.length > (known.get(each)?.length ?? 0)).map(([each]) => each);
};

const off = (...parts: readonly SiteNotice['off'][]): readonly SiteNotice[] =>
  parts.map((part) => ({ off: part, issue: 'https://issue.example/', why: 'Why.' }));

test('on every sample page, notices of any kind only take away', async () => {
  const sums = { drawn: 0, taken: 0 };
  for (const page of pages) {
    const { start, show, end } = openSample(page);
    await start();
    const drawn = await show([]);
    sums.drawn += drawn.length;
    const { pathname } = new URL(page.url);
    const lists = fc.sample(fc.array(notice([pathname, pathname.slice(0, 3)]), { maxLength: 3 }), {
      numRuns: 4,
      seed,
    });
    for (const list of [...noticeParts.map((part) => off(part)), ...lists]) {
      const shown = await show(list);
      expect(added(shown, drawn), `${page.url} ${JSON.stringify(list)}`).toEqual([]);
      sums.taken += drawn.length - shown.length;
    }
    expect(await show([]), page.url).toEqual(drawn);
    for (const part of ['site', 'adapter'] as const) expect(await show(off(part)), page.url).toEqual([]);
    const listed = (all: readonly string[]) => all.filter((each) => / listing /.test(each)).length;
    expect(listed(await show(off('listing'))), page.url).toBe(0);
    end();
  }
  expect(sums.drawn).toBeGreaterThan(5000);
  expect(sums.taken).toBeGreaterThan(sums.drawn);
}, 240_000);
