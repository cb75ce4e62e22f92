import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noticeParts } from '#core/settings/notices.ts';
import { defineSite } from '#core/site.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { runs, seed } from '../../seed.ts';
import { centsOf, openPage, site, view } from '../sample-page.ts';

const steps = runs(500);
/** Further cards are removed, because each step checks all of them. */
const mostCards = 14;

/** Cards as in the sample site, and some, `#1` to `#3`, that only the page's rows identify. */
const joined = defineSite({
  ...site,
  pages: site.pages.map((page) => ({
    ...page,
    read: (card, rows) => {
      const own = page.read(card, rows);
      if (typeof own !== 'object') return own;
      const item = own.item.startsWith('#') ? rows.get(own.item)?.item : own.item;
      return item ? { ...own, item } : undefined;
    },
  })),
});

const names = ['AK', 'AWP', 'M4A1-S', 'Desert Eagle', '★ Karambit', 'Glock-18', '?gone', '!', '', '#1', '#2', '#3'];
const name = fc.constantFrom(...names);
const at = fc.nat();
const price = fc.integer({ min: 50, max: 2_999 }).map((cents) => (cents / 100).toFixed(2));
const path = fc.constantFrom('/market', '/market/2', '/market/3', '/account');

const act = fc.oneof(
  fc.record({ do: fc.constant('add' as const), name, price }),
  fc.record({ do: fc.constant('recycle' as const), at, name }),
  fc.record({ do: fc.constant('reprice' as const), at, price }),
  fc.record({ do: fc.constant('rewrite' as const), at, name, price }),
  fc.record({ do: fc.constant('swap' as const), at, to: at }),
  fc.record({ do: fc.constant('move' as const), at }),
  fc.record({
    do: fc.constant('shuffle' as const),
    order: fc.array(at, { minLength: mostCards, maxLength: mostCards }),
  }),
  fc.record({ do: fc.constant('remove' as const), at }),
  fc.record({ do: fc.constant('clone' as const), at }),
  fc.record({ do: fc.constant('steal' as const), at }),
  fc.record({ do: fc.constant('transplant' as const), at, to: at }),
  fc.record({ do: fc.constant('page' as const), names: fc.array(name, { maxLength: mostCards }) }),
  fc.record({ do: fc.constant('route' as const), path }),
  fc.record({
    do: fc.constant('tell' as const),
    key: fc.constantFrom('#1', '#2', '#3'),
    item: fc.constantFrom('AK', 'AWP', 'P90'),
  }),
  fc.record({ do: fc.constant('table' as const), isTold: fc.boolean() }),
  fc.record({ do: fc.constant('hold' as const) }),
  fc.record({
    do: fc.constant('settings' as const),
    density: fc.constantFrom('normal' as const, 'hover' as const),
    theme: fc.constantFrom('dark' as const, 'light' as const),
  }),
  fc.record({ do: fc.constant('notices' as const), off: fc.constantFrom(undefined, undefined, ...noticeParts) }),
);

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
type Page = ReturnType<typeof openPage>;

interface World {
  readonly page: Page;
  readonly rows: Map<string, string>;
  /** The oldest version of the table that the page may show. */
  told: number;
  view: SettingsView;
}

const cardsOf = ({ document }: Page) => [...document.querySelectorAll('.card')];
const hostsIn = (card: Element) => [...card.querySelectorAll('skinlens-prices')];

/** The item of a card by its attribute or row; `undefined` for a card that cannot be read. */
function itemOf(card: Element, { rows }: World): string | undefined {
  const shown = card.getAttribute('data-name') ?? '';
  return shown.startsWith('#') ? rows.get(shown) : shown === '!' ? undefined : shown || undefined;
}

const cardActs: {
  [K in 'recycle' | 'reprice' | 'rewrite' | 'move' | 'remove' | 'clone' | 'steal']: (
    card: Element,
    step: Extract<Act, { do: K }>,
  ) => void;
} = {
  recycle: (card, { name }) => card.setAttribute('data-name', name),
  reprice: (card, { price }) => {
    const text = card.querySelector('.price')?.firstChild;
    if (text) text.nodeValue = price;
  },
  rewrite: (card, { name, price }) => {
    card.setAttribute('data-name', name);
    card.innerHTML = `<b></b><span class="price">${price}</span>`;
  },
  move: (card) => card.parentElement?.prepend(card),
  remove: (card) => card.remove(),
  clone: (card) => card.parentElement?.append(card.cloneNode(true)),
  steal: (card) => card.querySelector('skinlens-prices')?.remove(),
};

function show(world: World, change: Partial<SettingsView>): void {
  world.view = { ...world.view, ...change };
  world.page.overlays.show(world.view);
}

function actOnPage(world: World, step: Act): void {
  const { page, rows } = world;
  const cards = cardsOf(page);
  if (step.do === 'add') page.add(step.name, step.price);
  if (step.do === 'shuffle') for (const place of step.order) page.main.append(cards[place % cards.length] ?? '');
  if (step.do === 'page') page.main.replaceChildren();
  if (step.do === 'page') for (const each of step.names) page.add(each);
  if (step.do === 'route') page.document.defaultView?.history.pushState({}, '', step.path);
  if (step.do === 'route') page.main.append('another page');
  if (step.do === 'table') page.worker.version++;
  if (step.do === 'table' && step.isTold) world.told = page.worker.version;
  if (step.do === 'table' && step.isTold) page.overlays.refreshQuotes();
  if (step.do === 'hold') page.worker.hold = true;
  if (step.do === 'settings') show(world, { overlay: { ...view.overlay, density: step.density }, theme: step.theme });
  if (step.do === 'notices') show(world, { notices: step.off && [{ off: step.off, why: 'Why.' }] });
  if (step.do !== 'tell') return;
  rows.set(step.key, step.item);
  page.overlays.addRows([{ key: step.key, item: step.item }]);
}

/** Changes two cards: they swap items, or one's overlay is moved into the other. */
function actOnTwo(one: Element, other: Element, how: 'swap' | 'transplant'): void {
  const [mine = '', its = ''] = [one, other].map((card) => card.getAttribute('data-name') ?? '');
  if (how === 'swap') one.setAttribute('data-name', its);
  if (how === 'swap') other.setAttribute('data-name', mine);
  if (how === 'transplant') other.append(...hostsIn(one));
}

function perform(world: World, step: Act): void {
  const cards = cardsOf(world.page);
  const card = 'at' in step ? cards[step.at % cards.length] : undefined;
  const other = 'to' in step ? cards[step.to % cards.length] : undefined;
  if (!card) actOnPage(world, step);
  else if (step.do === 'swap' || step.do === 'transplant') actOnTwo(card, other ?? card, step.do);
  // @ts-expect-error: each act is performed with its own step
  else if (step.do in cardActs) cardActs[step.do](card, step);
  for (const extra of cardsOf(world.page).slice(mostCards)) extra.remove();
}

/** Errors that a user could see: another item's prices, or prices twice. A clone of a host shows nothing. */
function visibleErrors(world: World): string[] {
  return cardsOf(world.page).flatMap((card) => {
    const shown = hostsIn(card)
      .filter(({ shadowRoot }) => shadowRoot)
      .map((host) => host.getAttribute('data-item'));
    const isJoined = card.getAttribute('data-name')?.startsWith('#');
    const right = shown.length <= 1 && shown.every((item) => isJoined || item === itemOf(card, world));
    return right ? [] : [`${card.getAttribute('data-name')} shows ${shown.join(' and ')}`];
  });
}

/** Of three neighbours of one item or more, all but the first, whose prices they repeat. */
function repeatedOf(cards: readonly Element[], world: World): ReadonlySet<Element> {
  const runs: Element[][] = [];
  for (const card of cards) {
    const run = runs.at(-1);
    if (run?.[0] && itemOf(run[0], world) === itemOf(card, world)) run.push(card);
    else runs.push([card]);
  }
  return new Set(runs.flatMap((run) => (run.length < 3 ? [] : run.slice(1))));
}

/** The expected and the actual content of each card once the page has settled. */
function settled(world: World) {
  const { page, view } = world;
  const [{ off } = { off: undefined }] = view.notices ?? [];
  const cards = cardsOf(page);
  const isMarket = page.document.location.pathname.startsWith('/market');
  const read = cards.filter((card) => itemOf(card, world) !== undefined);
  const isDrifted = cards.length >= 5 && read.length < cards.length / 2;
  const isShown = isMarket && !isDrifted && off !== 'site' && off !== 'adapter';
  const shown = cards.map((card) =>
    hostsIn(card).map((host) => ({
      item: host.getAttribute('data-item'),
      listing: host.getAttribute('data-listing'),
      cents: host.shadowRoot?.querySelector('[data-market="buff163"]')?.getAttribute('data-cents') ?? undefined,
      theme: host.getAttribute('data-theme'),
      repeats: host.hasAttribute('data-repeated'),
    })),
  );
  const version = versionOf(shown.flat()) ?? world.told;
  if (version < world.told || version > page.worker.version) throw new Error(`prices of version ${version}`);
  const repeated = view.overlay.density === 'hover' ? new Set() : repeatedOf(read, world);
  const wanted = cards.map((card) => {
    const item = isShown ? itemOf(card, world) : undefined;
    if (item === undefined) return [];
    const cents = item.startsWith('?') ? undefined : String(centsOf(item, version));
    const listing = off === 'listing' ? null : card.querySelector('.price')?.textContent;
    return [{ item, listing, cents, theme: view.theme, repeats: repeated.has(card) }];
  });
  return { wanted, shown, strays: page.hosts().filter((host) => !host.closest('.card')).length };
}

/** The version of the table that the first price is from; all others must be from the same. */
function versionOf(
  shown: readonly { readonly item: string | null; readonly cents: string | undefined }[],
): number | undefined {
  const { item, cents } = shown.find(({ cents }) => cents !== undefined) ?? {};
  return cents === undefined ? undefined : Number(cents) - centsOf(item ?? '', 0);
}

async function release({ worker, settle }: Page): Promise<void> {
  worker.hold = false;
  worker.release?.();
  await settle();
}

async function check(world: World, step: Act, told: string): Promise<void> {
  const { page } = world;
  await Promise.resolve();
  // An overlay that the page moved is only put right before the next frame.
  if (step.do !== 'transplant' && step.do !== 'tell') expect(visibleErrors(world), `at once, ${told}`).toEqual([]);
  await page.settle();
  expect(visibleErrors(world), told).toEqual([]);
  if (page.worker.hold && step.do === 'hold') return;
  if (page.worker.hold) await release(page);
  const { wanted, shown, strays } = settled(world);
  expect(shown, told).toEqual(wanted);
  expect(strays, told).toBe(0);
}

test('no card ever shows another item’s prices, whatever a page does', async () => {
  console.info(`SKINLENS_SEED=${seed}`);
  const page = openPage(['AK', 'AWP', 'M4A1-S', '#1'], joined);
  const world: World = { page, rows: new Map(), told: 1, view };
  await page.start();
  for (const [at, step] of fc.sample(act, { seed, numRuns: steps }).entries()) {
    page.worker.now += 200;
    perform(world, step);
    await check(world, step, `SKINLENS_SEED=${seed}, step ${at}: ${JSON.stringify(step)}`);
  }
  page.overlays.stop();
  expect(page.hosts()).toEqual([]);
});
