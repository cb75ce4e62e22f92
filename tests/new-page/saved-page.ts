import { JSDOM, VirtualConsole } from 'jsdom';
import PostalMime from 'postal-mime';
import { decimalText } from '#core/money/money.ts';
import type { Reading, Site } from '#core/site.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import { Finder } from '#page/finder/finder.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { addLayout } from '../page/layout.ts';
import { quoted } from '../quoted.ts';

export interface SavedPage {
  readonly html: string;
  /** '' where the file does not tell it. */
  readonly url: string;
}

/** Reads a page as a browser saves it: MHTML, or HTML with its address in a comment. */
export async function readSavedPage(bytes: Uint8Array): Promise<SavedPage> {
  const text = new TextDecoder().decode(bytes);
  if (/^\s*</.test(text)) return { html: text, url: /<!-- saved from url=\(\d+\)(\S+) -->/.exec(text)?.[1] ?? '' };
  const { html, headers } = await PostalMime.parse(bytes);
  const url = headers.find(({ key }) => key === 'snapshot-content-location')?.value;
  if (!html) throw new Error('the file has no page');
  return { html, url: url ?? '' };
}

/** Names with a reference price, USD cents, as far as one is known. */
type KnownNames = ReadonlyMap<string, number | undefined>;

export async function simulatedNames(): Promise<KnownNames> {
  return new Map(
    [...(await readAsks())].map(([name, { cents, isEstimate }]) => [name, isEstimate ? undefined : cents]),
  );
}

/** Cards of a sample page. */
const maxCards = 8;

const dropped =
  'script, style, link, meta, base, template, noscript, iframe, frame, object, embed, form, input, textarea, video, canvas';

/** Whom or whose account a part of a card is about. */
const person =
  /(?:^|[^a-z])(?:avatar|seller|buyer|owner|user|username|nick|nickname|profile|account|login|trader)(?:[^a-z]|$)/i;
const personalLink = /steamcommunity\.com\/(?:id|profiles)\/|\/(?:user|users|profile|seller|shop|stall)s?\//i;

const secrets: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, 'person@example.com'],
  [/7656119\d{10}/g, '76561190000000000'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'removed'],
  [/([?&](?:token|key|session|sid|auth|code|ref|partner|affiliate|utm_\w+)=)[^&#"'\s]*/gi, '$1removed'],
  [/\b[0-9a-f]{32,}\b/gi, 'removed'],
];

const isKept = ({ name }: Attr): boolean => /^(?:id|class|href|src|alt|title|role|lang|data-.*|aria-label)$/.test(name);
/** The name of an item's picture on Steam is as long as a token, and adapters read it. */
const isPicture = ({ name, value }: Attr): boolean => name === 'src' && value.includes('/economy/image/');

const withoutSecrets = (text: string): string =>
  secrets.reduce((left, [secret, instead]) => left.replace(secret, instead), text);

/** Takes persons, avatars, tokens and addresses of mail out of a card. */
function clean(card: Element): void {
  for (const element of [card, ...card.querySelectorAll('*')]) {
    const { className, id } = element;
    const says = `${String(className)} ${id} ${element.getAttribute('alt') ?? ''}`.replace(/([a-z])([A-Z])/g, '$1-$2');
    const isPersonal = person.test(says) || personalLink.test(element.getAttribute('href') ?? '');
    if (isPersonal && element !== card) element.remove();
    for (const attribute of [...element.attributes]) {
      if (!isKept(attribute)) element.removeAttribute(attribute.name);
      else if (!isPicture(attribute)) attribute.value = withoutSecrets(attribute.value);
    }
    for (const node of [...element.childNodes]) {
      if (node.nodeType === 8) node.remove();
      else if (node.nodeType === 3) node.nodeValue = withoutSecrets(node.nodeValue ?? '');
    }
  }
}

function cutTo(cards: readonly Element[], body: Element): void {
  for (const element of [...body.querySelectorAll('*')]) {
    if (cards.some((card) => card.contains(element))) continue;
    if (!cards.some((card) => element.contains(card))) element.remove();
    else for (const node of [...element.childNodes]) if (node.nodeType !== 1) node.remove();
  }
}

const expectationOf = ({ item, phase, listing }: Reading): string =>
  JSON.stringify({ item, phase, ...(listing && { listing: decimalText(listing), currency: listing.currency }) });

/** With what finder and adapter read in the cards as a proposal. @param centsOf names that it lacks are none */
export async function sampleOf({ html, url }: SavedPage, centsOf: KnownNames, site?: Site) {
  const { window } = new JSDOM(html, { url: url || 'https://market.invalid/', virtualConsole: new VirtualConsole() });
  const { document } = window;
  Object.assign(globalThis, { MutationObserver: window.MutationObserver });
  addLayout(window);
  for (const element of document.querySelectorAll(dropped)) element.remove();
  const found = await findCards(document, centsOf, site);
  const cards = [...found.keys()].slice(0, maxCards);
  for (const card of cards) clean(card);
  cutTo(cards, document.body);
  for (const card of cards) {
    const reading = found.get(card);
    if (reading) card.setAttribute('data-expect', expectationOf(reading));
  }
  for (const element of [document.body, ...document.querySelectorAll('body *')])
    if (!cards.some((card) => card.contains(element)))
      for (const { name } of [...element.attributes]) if (name !== 'class') element.removeAttribute(name);
  return { body: document.body.innerHTML.trim(), cards: cards.length };
}

async function findCards(document: Document, centsOf: KnownNames, site?: Site): Promise<Map<Element, Reading>> {
  const tasks: (() => void)[] = [];
  const quoteOf = (name: string) => (centsOf.has(name) ? quoted({ buff163: centsOf.get(name) }, 0) : null);
  const { location } = document;
  const finder = new Finder(
    {
      document,
      now: () => 0,
      fetchQuotes: async (names) => ({
        ...{ table: { version: '1', asOf: 0 }, fault: null, rates: null },
        quotes: names.map((name) => quoteOf(typeof name === 'string' ? name : name.assembled)),
      }),
      inOwnTask: (work) => void tasks.push(work),
      after: (work) => void tasks.push(work),
      adapter: () => site && { types: pageTypesAt(site, location.pathname), rows: new KnownRows() },
    },
    () => undefined,
  );
  finder.start();
  for (let idle = 0; idle < 4; idle = tasks.length > 0 ? 0 : idle + 1) {
    for (const task of tasks.splice(0)) task();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const read = [...finder.find()].map(([card, kind]) => [card, kind.read(card, new Map())] as const);
  finder.stop();
  return new Map(read.flatMap(([card, reading]) => (typeof reading === 'object' ? [[card, reading]] : [])));
}
