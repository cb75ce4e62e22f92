import type { SamplePage } from '#demo/sample-pages.ts';
import { type Expectation, expectation } from '../../sites/expectation.ts';

/** A sample page whose elements do not tell what is expected of them. */
export interface BlindSample extends SamplePage {
  /** By the number in `data-n`; `undefined` for a card that shows no item, or that the adapter cannot read. */
  readonly expected: readonly (Expectation | undefined)[];
}

const expectations = /data-expect=(?:'([^']*)'|"([^"]*)")/g;
const unescaped = (text: string): string => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"');

/**
 * Numbers the cards of a sample page, so that no expectation can be read as a name. Pictures are shown: the fixtures draw
 * them by styles and hide the empty `img`, which a real page shows.
 */
export function blind(sample: SamplePage): BlindSample {
  const expected: (Expectation | undefined)[] = [];
  const html = sample.html
    .replace(expectations, (_, one?: string, other?: string) => {
      const text = unescaped(one ?? other ?? 'none');
      expected.push(text === 'none' ? undefined : expectation.parse(JSON.parse(text)));
      return `data-n="${expected.length - 1}"`;
    })
    .replaceAll(' data-other-game', '')
    .replace(
      '</head>',
      '<style>img { display: inline-block !important; min-width: 8px; min-height: 8px }</style></head>',
    );
  return { ...sample, html, expected };
}

/**
 * Cards whose words name one item without a doubt, but that the adapters leave unread. Each is judged by what stands in
 * the card: it writes the whole name or weapon, finish and wear, and nothing in it or in the page's answers says otherwise.
 */
const namedAnyway: Readonly<Record<string, readonly string[]>> = {
  'the card has no row in the answers, or two, so that its price and phase are unknown': [
    'buff163 item: ★ M9 Bayonet | Lore (Factory New)',
    'avanmarket inventory: AWP | Asiimov (Battle-Scarred)',
    'avanmarket page-2: M4A4 | 龍王 (Dragon King) (Field-Tested)',
    'avanmarket page-2: Glock-18 | Water Elemental (Minimal Wear)',
    'pirateswap exchanger: ★ Bayonet',
    'pirateswap exchanger: MP9 | Starlight Protector (Minimal Wear)',
    'skinflow sell: M4A1-S | Solitude (Factory New)',
    'buffmarket list: P250 | Asiimov (Field-Tested)',
    'buffmarket best deals: P250 | Asiimov (Field-Tested)',
    'buffmarket inventory: P250 | Asiimov (Field-Tested)',
    'gamerpay list: StatTrak™ AK-47 | Redline (Minimal Wear)',
    'lisskins list: AK-47 | Vulcan (Factory New)',
    'shadowpay inventory: AK-47 | Vulcan (Factory New)',
    'skinbid market: P250 | Asiimov (Field-Tested)',
    'skinbid home in dollars: P250 | Asiimov (Field-Tested)',
    'skinflow buy: AK-47 | Slate (Minimal Wear)',
    'skinport market: P250 | Asiimov (Field-Tested)',
    'skinport French market: P250 | Asiimov (Field-Tested)',
    'skinport inventory: P250 | Asiimov (Field-Tested)',
    'skins market: P250 | Sand Dune (Factory New)',
    'skinsmonkey trade: MP9 | Starlight Protector (Minimal Wear)',
    'skinsmonkey market: Glock-18 | Water Elemental (Minimal Wear)',
    'skinswap buy: AK-47 | Slate (Minimal Wear)',
    'skinswap trade: M4A1-S | Solitude (Factory New)',
    'skinswap sell: M4A1-S | Solitude (Factory New)',
    'skinswap china: AK-47 | Slate (Minimal Wear)',
    'steam listing: AK-47 | Safari Mesh (Field-Tested)',
    'swapgg trade: MP9 | Starlight Protector (Minimal Wear)',
    'swapgg sell: M4A1-S | Solitude (Factory New)',
  ],
};

const excused = new Set(Object.values(namedAnyway).flat());

/** What was found in a card: its number, and the item. */
export interface FoundCard {
  readonly number: number | undefined;
  readonly item: string;
  readonly phase?: string | undefined;
}

/** How many cards of a page were found right, and everything that is wrong. */
export function judge({ site, page, expected }: BlindSample, found: readonly FoundCard[]) {
  const seen = new Set<number>();
  const wrong = found.flatMap(({ number, item, phase }) => {
    const name = `${site} ${page}: ${item}`;
    if (number === undefined) return [`${name} in no card`];
    if (seen.has(number)) return [`${name} twice`];
    seen.add(number);
    const wanted = expected[number];
    if (!wanted) return excused.has(name) ? [] : [`${name} in a card without an item`];
    if (wanted.item !== item) return [`${name} in a card of ${wanted.item}`];
    return phase === undefined || phase === wanted.phase ? [] : [`${name} with ${phase}, not ${wanted.phase}`];
  });
  const right = [...seen].filter((number) => expected[number]).length;
  return { right, all: expected.filter((one) => one).length, wrong };
}
