import fc from 'fast-check';
import { wearOf } from '#core/items/item-kinds.ts';
import { catalogue } from './find-items.ts';

/** A page of a shop that nobody has seen: what it shows first, what it shows then, and what its server tells. */
export interface Shop {
  readonly kind: string;
  readonly first: string;
  /** What the page does to itself afterwards. */
  readonly change: ((document: Document) => void) | undefined;
  readonly answers: readonly unknown[];
  /** Selector of its cards, and the names of their items in the page's order. */
  readonly card: string;
  readonly items: readonly string[];
}

/** Kinds of names of which all have the same chance. */
const kinds = [
  /^(?:AK-47|AWP|M4A4|P250|Glock-18|USP-S|Desert Eagle) \| /,
  /^StatTrak™ /,
  /^★ (?!StatTrak)[^|]*(?:Knife|Karambit|Bayonet|Daggers) \| (?!.*Doppler)/,
  /^★ [^|]*(?:Gloves|Wraps) \| /,
  /^(?:Sticker|Charm) \| /,
  /(?:Case|Package|Capsule)$/,
].map((kind) => [...catalogue].filter((name) => kind.test(name)));

const item = fc.oneof(...kinds.map((names) => fc.constantFrom(...names)));
const letters = fc.string({ unit: fc.constantFrom(...'abcdefghkmnopqrstuvw'), minLength: 4, maxLength: 7 });

const namings = [
  'whole',
  'in two pieces',
  'in three pieces',
  'in alt',
  'in title',
  'in a data attribute',
  'in data only',
] as const;
const idPlaces = ['link', 'picture', 'attribute', 'none'] as const;
const changes = ['none', 'placeholders become real in place', 'virtual list', 'route', 'more cards'] as const;

const shop = fc.record({
  items: fc.uniqueArray(item, { minLength: 16, maxLength: 28 }),
  naming: fc.constantFrom(...namings),
  idPlace: fc.constantFrom(...idPlaces),
  change: fc.constantFrom(...changes),
  tag: fc.constantFrom('div', 'li', 'article', 'tr', 'a'),
  // Of one class with its text a card would be found twice.
  classes: fc
    .uniqueArray(letters, { minLength: 3, maxLength: 3 })
    .map(([card = '', box = '', text = '']) => ({ card, box, text })),
  depth: fc.nat({ max: 3 }),
  hasWearsInShort: fc.boolean(),
  hasFilters: fc.boolean(),
  isPriceFirst: fc.boolean(),
  isMarkApart: fc.boolean(),
  hasStickers: fc.boolean(),
  firstId: fc.integer({ min: 100_000, max: 900_000_000 }),
  salt: fc.nat({ max: 1e6 }),
});

type Plan = ReturnType<typeof plansOf>[number];
const plansOf = (seed: number, count: number) => fc.sample(shop, { seed, numRuns: count });

interface Told {
  readonly name: string;
  readonly id: number;
  readonly icon: string;
  readonly dollars: string;
}

const text = (content: string, { classes }: Plan): string => `<span class="${classes.text}">${content}</span>`;

function piecesOf(name: string, { hasWearsInShort, isMarkApart }: Plan) {
  const wear = wearOf(name);
  const whole = wear ? name.slice(0, -wear.length - 3) : name;
  const isApart = isMarkApart && wear !== undefined && whole.includes('StatTrak™ ');
  const base = isApart ? whole.replace('StatTrak™ ', '') : whole;
  const shown = hasWearsInShort ? wear?.replace(/[^A-Z]/g, '') : wear;
  const more = [...(shown ? [shown] : []), ...(isApart ? ['StatTrak™'] : [])];
  return { base, pieces: wear ? base.split(' | ') : [base], more };
}

function nameIn({ name, icon }: Told, plan: Plan): string {
  const { base, pieces, more } = piecesOf(name, plan);
  const picture = `<img class="${plan.classes.box}" src="https://cdn.shop.invalid/economy/image/${icon}"`;
  switch (plan.naming) {
    case 'whole':
      return `${picture} alt="">${text(name, plan)}`;
    case 'in two pieces':
      return `${picture} alt="">${[base, ...more].map((piece) => text(piece, plan)).join('')}`;
    case 'in three pieces':
      return `${picture} alt="">${[...pieces, ...more].map((piece) => text(piece, plan)).join('')}`;
    case 'in alt':
      return `${picture} alt="${name}">${more.map((piece) => text(piece, plan)).join('')}`;
    case 'in title':
      return `<span title="${name}">${picture} alt=""></span>${text(base, plan)}`;
    case 'in a data attribute':
      return `<span data-name="${name}">${picture} alt=""></span>${text(base, plan)}`;
    case 'in data only':
      return `${picture} alt="">`;
  }
}

function cardOf(told: Told, plan: Plan): string {
  const { tag, classes, depth, idPlace, isPriceFirst } = plan;
  const price = `<b class="${classes.box}-p">$${told.dollars}</b>`;
  const link = idPlace === 'link' && tag !== 'a' ? `<a href="/listing/${told.id}">Details</a>` : '';
  const preview = idPlace === 'picture' ? `<img alt="" src="/shots/${told.id}.webp">` : '';
  const float = wearOf(told.name) ? `<i>0.${String(told.id).slice(-4)}1</i>` : '';
  const stickers = plan.hasStickers && float ? '<img src="/s/1.png" alt="Sticker | Crown (Foil)">' : '';
  const parts = [nameIn(told, plan), `${stickers}${float}<button>Buy now</button>`, link, preview];
  const inner = (isPriceFirst ? [price, ...parts] : [...parts, price]).join('');
  const boxed = `${`<div class="${classes.box}">`.repeat(depth)}${inner}${'</div>'.repeat(depth)}`;
  const id = idPlace === 'attribute' ? ` data-id="${told.id}"` : '';
  const href = tag === 'a' && idPlace === 'link' ? ` href="/listing/${told.id}"` : '';
  return `<${tag} class="${classes.card}"${id}${href}>${tag === 'tr' ? `<td>${boxed}</td>` : boxed}</${tag}>`;
}

const listOf = (cards: readonly string[], { tag }: Plan): string =>
  tag === 'tr' ? `<table><tbody id="list">${cards.join('')}</tbody></table>` : `<div id="list">${cards.join('')}</div>`;

const filters = `<aside>${['AK-47', 'AWP', 'Karambit', 'Field-Tested', 'Minimal Wear', 'StatTrak™'].map((each) => `<label><input type="checkbox">${each}</label>`).join('')}</aside>`;

const skeleton = ({ tag, classes }: Plan): string =>
  `<${tag} class="${classes.card}">${tag === 'tr' ? '<td></td>' : `<div class="${classes.box}"></div>`}</${tag}>`;

/** Replaces the contents and attributes of the cards, one by one, as a virtual list does. */
function refill(document: Document, cards: readonly string[], selector: string): void {
  const holder = document.createElement('template');
  for (const [at, element] of [...document.querySelectorAll(selector)].entries()) {
    holder.innerHTML = cards[at] ?? '';
    const { firstElementChild: fresh } = holder.content;
    if (!fresh) continue;
    for (const { name, value } of fresh.attributes)
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    element.replaceChildren(...fresh.childNodes);
  }
}

function shopOf(made: Plan): Shop {
  // Wears share a picture, so that a name which only the answer tells needs an id.
  // An id in a picture's address alone may be anything's.
  const needsLink = made.naming === 'in data only' && (made.idPlace === 'none' || made.idPlace === 'picture');
  const plan = needsLink ? { ...made, idPlace: 'link' as const } : made;
  const told = plan.items.map(
    (name, at): Told => ({
      name,
      id: plan.firstId + at * 7,
      icon: `-9a81dl${(plan.salt * 31 + at * 7919).toString(36)}ZKGcVs${(at + 11).toString(36).repeat(12)}`,
      dollars: (1 + ((at * 37 + plan.salt) % 900) / 3).toFixed(2),
    }),
  );
  const half = told.length >> 1;
  const cards = told.map((each) => cardOf(each, plan));
  const [before, after] = [cards.slice(0, half), cards.slice(half, 2 * half)];
  const selector = `.${plan.classes.card}`;
  const page = (list: readonly string[]) =>
    `<nav><a href="/">Shop</a></nav>${plan.hasFilters ? filters : ''}<main>${listOf(list, plan)}</main>`;
  const shown = plan.change === 'none' ? [0, half] : plan.change === 'more cards' ? [0, 2 * half] : [half, 2 * half];
  const change: Record<Plan['change'], Shop['change']> = {
    none: undefined,
    'placeholders become real in place': (document) => refill(document, after, selector),
    'virtual list': (document) => refill(document, after, selector),
    route: (document) => {
      document.defaultView?.history.pushState({}, '', '/other');
      document.querySelector('#list')?.replaceChildren();
      document.querySelector('#list')?.insertAdjacentHTML('beforeend', after.join(''));
    },
    'more cards': (document) => document.querySelector('#list')?.insertAdjacentHTML('beforeend', after.join('')),
  };
  const rows = told.map(({ name, id, icon, dollars }) => ({
    id,
    marketHashName: name,
    iconUrl: icon,
    price: Number(dollars),
  }));
  return {
    kind: `${plan.tag}, name ${plan.naming}, id in ${plan.idPlace}, ${plan.change}`,
    first: page(plan.change === 'placeholders become real in place' ? after.map(() => skeleton(plan)) : before),
    change: change[plan.change],
    answers: plan.idPlace !== 'none' ? [{ data: { items: rows } }] : [],
    card: selector,
    items: told.slice(...shown).map(({ name }) => name),
  };
}

export const shopsOf = (seed: number, count: number): readonly Shop[] => plansOf(seed, count).map(shopOf);
