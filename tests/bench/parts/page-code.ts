import { pageCode as pageCodeOf } from '../../build/page-code.ts';
import type { Part } from '../part.ts';

/** The marketplace whose pages load the most code; the gate holds it, too (tests/build/page-code.test.ts). */
export const pageCode: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    raw: { what: 'Code of a page with cards, at most', unit: 'kB', budget: 80 },
    drifted: { what: 'Code of a redesigned page, at most', unit: 'kB', budget: 105 },
  },
  measure: async ({ built }) => {
    const { cards, redesigned } = pageCodeOf(await built());
    return { raw: { ours: [cards / 1000] }, drifted: { ours: [redesigned / 1000] } };
  },
};
