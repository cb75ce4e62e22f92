import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyText } from '#ui/words/copy-text.ts';
import { runs } from '../../seed.ts';
import { panelSample } from '../panel-sample.ts';

const tsvOf = (item: string) => copyText(panelSample(undefined, { item }), 'tsv').split('\n');
/** The cells of a line as a spreadsheet reads them, quoted ones included. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (let rest = `\t${line}`; rest !== ''; ) {
    const [whole, quoted, plain = ''] = /^\t(?:"((?:[^"]|"")*)"|([^\t]*))/.exec(rest) ?? [];
    if (!whole) throw new Error(`no cell: ${rest}`);
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
  }
  return cells;
}

describe('names that are harmful when pasted', () => {
  test.each(['=1+1', '+1', '-1+2', '@SUM(A1)', ' =1+1', '\t=1+1', '＝1+1', '=HYPERLINK("https://x.invalid","a")'])(
    '%j is no formula in a spreadsheet',
    (item) => {
      const [, row = ''] = tsvOf(item);
      expect(cellsOf(row)[0]).toMatch(/^'/);
    },
  );

  test('any name stays one cell of one row', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('\t', '\n', '\r', '\u2028', '\u0085', '"', '=', "'", '\0', '\u202e', 'a'), {
          maxLength: 12,
        })
        .map((all) => all.join('')),
    );
    const usual = tsvOf('AK-47');
    fc.assert(
      fc.property(hostile, (item) => {
        const lines = tsvOf(item);
        expect(lines.length).toBe(usual.length);
        for (const [at, line] of lines.entries()) expect(cellsOf(line).length).toBe(cellsOf(usual[at] ?? '').length);
        expect(copyText(panelSample(undefined, { item }), 'text').split(/[\n\r\u2028\u2029\u0085]/).length).toBe(15);
        expect(JSON.parse(copyText(panelSample(undefined, { item }), 'json')).markets).toHaveLength(13);
      }),
      { numRuns: runs(60) },
    );
  });

  test('net and cost stand beside the price where fees are known', () => {
    const text = copyText(panelSample(), 'text');
    expect(text).toMatch(/^Steam: \$31\.60.*, balance \$26\.86, cost \$32\.53/m);
    expect(text).not.toMatch(/^BUFF163:.*net/m);
    const rows: { market: string; net: number | null; cost: number | null }[] = JSON.parse(
      copyText(panelSample(), 'json'),
    ).markets;
    expect(rows.find(({ market }) => market === 'Steam')).toMatchObject({
      ...{ net: null, balance: 26.86, cost: 32.53 },
      updated_at: '2026-11-21T11:56:00.000Z',
    });
    expect(rows.find(({ market }) => market === 'BUFF163')).toMatchObject({ net: null, cost: null });
    expect(tsvOf('AK-47')[0]).toContain('\tnet\tbalance\tcost\t');
  });
});
