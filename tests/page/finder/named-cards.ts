import { JSDOM } from 'jsdom';

/** `whole`: a text or `alt` is the name. `pieces`: weapon, finish, wear. `answer`: by picture, slug or float value. */
type Evidence = 'whole' | 'pieces' | 'answer';

interface NamedCard {
  readonly page: string;
  readonly item: string;
  readonly evidence: Evidence;
}

/** All cards that the finder may read where the adapter must not: it shows a listing too, and needs a row of an answer. */
export const namedCards: readonly NamedCard[] = [
  { page: 'avanmarket page-2', item: 'M4A4 | 龍王 (Dragon King) (Field-Tested)', evidence: 'whole' },
  { page: 'avanmarket page-2', item: 'Glock-18 | Water Elemental (Minimal Wear)', evidence: 'whole' },
  { page: 'avanmarket inventory', item: 'AWP | Asiimov (Battle-Scarred)', evidence: 'pieces' },
  { page: 'buffmarket list', item: 'P250 | Asiimov (Field-Tested)', evidence: 'whole' },
  { page: 'buffmarket best deals', item: 'P250 | Asiimov (Field-Tested)', evidence: 'whole' },
  { page: 'buffmarket inventory', item: 'P250 | Asiimov (Field-Tested)', evidence: 'whole' },
  { page: 'gamerpay list', item: 'StatTrak™ AK-47 | Redline (Minimal Wear)', evidence: 'pieces' },
  { page: 'lisskins list', item: 'AK-47 | Vulcan (Factory New)', evidence: 'pieces' },
  { page: 'pirateswap exchanger', item: '★ Bayonet', evidence: 'answer' },
  { page: 'pirateswap exchanger', item: 'MP9 | Starlight Protector (Minimal Wear)', evidence: 'answer' },
  { page: 'shadowpay inventory', item: 'AK-47 | Vulcan (Factory New)', evidence: 'pieces' },
  { page: 'skinbid market', item: 'P250 | Asiimov (Field-Tested)', evidence: 'pieces' },
  { page: 'skinbid home in dollars', item: 'P250 | Asiimov (Field-Tested)', evidence: 'pieces' },
  { page: 'skinflow buy', item: 'AK-47 | Slate (Minimal Wear)', evidence: 'pieces' },
  { page: 'skinflow sell', item: 'M4A1-S | Solitude (Factory New)', evidence: 'whole' },
  { page: 'skinport market', item: 'P250 | Asiimov (Field-Tested)', evidence: 'pieces' },
  { page: 'skinport French market', item: 'P250 | Asiimov (Field-Tested)', evidence: 'pieces' },
  { page: 'skinport inventory', item: 'P250 | Asiimov (Field-Tested)', evidence: 'pieces' },
  { page: 'skins market', item: 'P250 | Sand Dune (Factory New)', evidence: 'answer' },
  { page: 'skinsmonkey trade', item: 'MP9 | Starlight Protector (Minimal Wear)', evidence: 'whole' },
  { page: 'skinsmonkey market', item: 'Glock-18 | Water Elemental (Minimal Wear)', evidence: 'whole' },
  { page: 'skinswap buy', item: 'AK-47 | Slate (Minimal Wear)', evidence: 'pieces' },
  { page: 'skinswap trade', item: 'M4A1-S | Solitude (Factory New)', evidence: 'pieces' },
  { page: 'skinswap sell', item: 'M4A1-S | Solitude (Factory New)', evidence: 'pieces' },
  { page: 'skinswap china', item: 'AK-47 | Slate (Minimal Wear)', evidence: 'whole' },
  { page: 'steam listing', item: 'AK-47 | Safari Mesh (Field-Tested)', evidence: 'whole' },
  { page: 'swapgg trade', item: 'MP9 | Starlight Protector (Minimal Wear)', evidence: 'whole' },
  { page: 'swapgg sell', item: 'M4A1-S | Solitude (Factory New)', evidence: 'whole' },
  { page: 'youpin item', item: 'AK-47 | Vulcan (Factory New)', evidence: 'answer' },
  { page: 'youpin Doppler item', item: '★ Karambit | Doppler (Factory New)', evidence: 'answer' },
];

interface Sample {
  readonly site: string;
  readonly page: string;
  readonly html: string;
  readonly answers: readonly { readonly body: string }[];
}

/** The items of unread cards of a page that prove them, as "number item". */
export function provenItems(sample: Sample, unread: readonly number[]): ReadonlySet<string> {
  const entries = namedCards.filter(({ page }) => page === `${sample.site} ${sample.page}`);
  if (entries.length === 0) return new Set();
  const { document } = new JSDOM(sample.html).window;
  const bodies = sample.answers.map(({ body }): unknown => JSON.parse(body));
  return new Set(
    unread.flatMap((number) => {
      const card = document.querySelector(`[data-n="${number}"]`);
      return entries.flatMap(({ item, evidence }) =>
        card && proofs[evidence](card, item, bodies) ? [`${number} ${item}`] : [],
      );
    }),
  );
}

const proofs: Readonly<Record<Evidence, (card: Element, item: string, bodies: readonly unknown[]) => boolean>> = {
  whole: (card, item) => wordsOf(card).includes(item),
  pieces: (card, item) => piecesOf(item).every((piece) => wordsOf(card).includes(piece)),
  answer: (card, item, bodies) =>
    bodies.flatMap(objectsIn).some((object) => {
      if (object.marketHashName !== item && object.commodityHashName !== item) return false;
      const { icon, slug, abrade } = object;
      const float = typeof abrade === 'string' ? abrade.slice(0, 12) : undefined;
      return [icon, slug, float].some((id) => typeof id === 'string' && card.innerHTML.includes(id));
    }),
};

/** The texts and `alt`s of a card, `A | B` also as its parts, and short wears in full. */
function wordsOf(card: Element): readonly string[] {
  const leaves = [...card.querySelectorAll('*')].filter(({ children }) => children.length === 0);
  const texts = leaves.flatMap((leaf) => [leaf.textContent, leaf.getAttribute('alt')?.replace(/ icon$/, '') ?? '']);
  return texts.flatMap((text) => {
    const one = text.trim();
    return [one, ...one.split(' | '), one === 'FT' ? 'Field-Tested' : one];
  });
}

function piecesOf(item: string): readonly string[] {
  const [, weapon = '', finish = '', wear = ''] = /^(.+) \| (.+) \((.+)\)$/.exec(item) ?? [];
  return [weapon, finish, wear];
}

function objectsIn(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}
