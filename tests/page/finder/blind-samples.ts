import type { Reading } from '#core/site.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type Expectation, replaceExpectations } from '../../sites/expectation.ts';
import { provenItems } from './named-cards.ts';

export interface BlindSample extends SamplePage {
  /** By the number in `data-n`; `undefined` for a card that shows no item, or that the adapter cannot read. */
  readonly expected: readonly (Expectation | undefined)[];
  /** "number item": the items that unread cards name, as `named-cards.ts` judges them. */
  readonly proven: ReadonlySet<string>;
}

/** Numbers stand for expectations, which might be read as names. Pictures are shown: fixtures hide the empty `img`. */
export function blind(sample: SamplePage): BlindSample {
  const expected: (Expectation | undefined)[] = [];
  const numbered = replaceExpectations(sample.html, (one) => {
    expected.push(one);
    return `data-n="${expected.length - 1}"`;
  });
  const html = numbered
    .replaceAll(' data-other-game', '')
    .replace(
      '</head>',
      '<style>img { display: inline-block !important; min-width: 8px; min-height: 8px }</style></head>',
    );
  const unread = expected.flatMap((one, number) => (one ? [] : [number]));
  return { ...sample, html, expected, proven: provenItems({ ...sample, html }, unread) };
}

export interface FoundCard extends Reading {
  readonly number: number | undefined;
}

export function judge({ site, page, expected, proven }: BlindSample, found: readonly FoundCard[]) {
  const seen = new Set<number>();
  const wrong = found.flatMap(({ number, item, phase }) => {
    const name = `${site} ${page}: ${item}`;
    if (number === undefined) return [`${name} in no card`];
    if (seen.has(number)) return [`${name} twice`];
    seen.add(number);
    const wanted = expected[number];
    if (!wanted) return proven.has(`${number} ${item}`) ? [] : [`${name} in a card without an item`];
    if (wanted.item !== item) return [`${name} in a card of ${wanted.item}`];
    return phase === undefined || phase === wanted.phase ? [] : [`${name} with ${phase}, not ${wanted.phase}`];
  });
  const right = [...seen].filter((number) => expected[number]).length;
  return { right, all: expected.filter((one) => one).length, wrong };
}
