import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { defineSite, type Row, type Site } from '#core/site.ts';
import { connectTap } from '#page/cards/tap-client.ts';
import { encodeAnswerEvent, pageEvents, parseAnswerEvent, parseRows, parseStateEvent } from '#protocol/page-events.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, hostileValues, jsonOf, mutateBytes, mutateJson } from '../mutations.ts';
import { holds, same } from '../same.ts';

interface FedAnswer {
  readonly site: Site;
  readonly feed: NonNullable<Site['feeds']>[number];
  readonly url: string;
  readonly json: string;
}

const root = new URL('../../../', import.meta.url);
const script = /<script type="application\/json" data-feed="([^"]*)">([\s\S]*?)<\/script>/g;

/** Every adapter, loaded by file: the list of adapters exists only in Vite's builds. */
async function everySite(): Promise<Site[]> {
  const files = globSync('src/sites/*.ts', { cwd: root }).filter((path) => !path.endsWith('index.ts'));
  const modules = files.sort().map(async (path): Promise<{ default: Site }> => import(new URL(path, root).href));
  return (await Promise.all(modules)).map((module) => module.default);
}

async function everyAnswer(): Promise<readonly FedAnswer[]> {
  const sites = await everySite();
  return sites.flatMap((site) => {
    const html = readFileSync(new URL(`tests/sites/${site.id}.html`, root), 'utf8');
    return [...html.matchAll(script)].flatMap(([, address = '', text = '']) => {
      const url = address.replaceAll('&amp;', '&');
      const feed = site.feeds?.find((each) => each.url.test(url));
      return feed ? [{ site, feed, url, json: JSON.stringify(JSON.parse(text)) }] : [];
    });
  });
}

const row = {
  key: 'listing:1',
  item: '★ Karambit | Doppler (Factory New)',
  phase: 'Ruby',
  listing: { cents: 123_450, currency: 'EUR' },
  kind: 'bid',
  currency: 'EUR',
};
const rowsJson = JSON.stringify([row, { ...row, key: 'listing:2', kind: 'ask' }, { key: 'shown', currency: 'USD' }]);
const address = 'https://x.example/items';
const site = defineSite({
  id: 'x',
  name: 'X',
  matches: [],
  pages: [],
  feeds: [{ url: /^https:\/\/x\.example\/items/, read: (body) => (Array.isArray(body) ? body : []) }],
  tapped: { state: true },
});

/** Values that a page can send: they throw, run code or are cyclic. */
const boom = (): never => {
  throw new Error('the page’s own');
};
const cyclic: Record<string, unknown> = { key: 'a' };
cyclic['self'] = cyclic;
const things: readonly unknown[] = [
  ...hostileValues,
  ...[undefined, 10n, Symbol('a'), boom, Object(rowsJson), new Date(0), /a/, new Map([['key', 'a']]), cyclic, [cyclic]],
  new Proxy({}, { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom }),
  new Proxy([], { get: boom }),
  Object.defineProperty({}, 'key', { get: boom, enumerable: true }),
  { toString: () => `${address}\n[]`, valueOf: boom, [Symbol.toPrimitive]: () => rowsJson },
  { length: 1, 0: row, slice: boom },
];
/** Values by their index, because printing one may throw. */
const thing = fc.oneof(fc.nat(things.length - 1), fc.string({ unit: 'binary', maxLength: 30 }));
const resolve = (given: number | string): unknown => (typeof given === 'number' ? things[given] : given);
const names = fc.constantFrom(...Object.values(pageEvents));
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const noCents = [0, -0, -1, 1e-7, 1e14, 1e300, null, '1', '1.5', true, [1]];
const fields = [
  '',
  ' ',
  'a\u202eb',
  'x'.repeat(201),
  'x'.repeat(501),
  ...'EURO EUROS eur <b> __proto__ 7 bid'.split(' '),
];
const nearlyRow = fc.record({
  ...{
    key: fc.constantFrom('a', ...fields),
    item: fc.constantFrom(row.item, ...fields),
    phase: fc.constantFrom(...fields),
  },
  listing: fc.record({
    cents: fc.constantFrom<unknown>(1, 12.5, ...noCents),
    currency: fc.constantFrom('EUR', ...fields),
  }),
  ...{ kind: fc.constantFrom('ask', ...fields), currency: fc.constantFrom('COIN', ...fields) },
});
const rowsText = fc.oneof(
  fc.array(nearlyRow, { maxLength: 2 }).map((rows) => JSON.stringify(rows)),
  edits(3).map((changes) => jsonOf(mutateJson(rowsJson, changes))),
  edits(3).map((changes) => decode(mutateBytes(encode(rowsJson), changes))),
);
const details = fc.oneof(
  thing,
  rowsText,
  rowsText.map((text) => `${address}\n${text}`),
  fc.tuple(thing, rowsText).map(([one, text]) => `${typeof one === 'string' ? one : ''}${address}\n${text}`),
);

/** A document with events only. Keeps the errors of listeners. */
class Events extends EventTarget {
  readonly thrown: unknown[] = [];

  override addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions): void {
    const guarded = (event: Event) => {
      try {
        listener(event);
      } catch (error) {
        this.thrown.push(error);
      }
    };
    super.addEventListener(type, guarded, options);
  }
}

function receive(send: (document: Events) => void): readonly Row[] {
  const received: Row[] = [];
  const document = new Events();
  const stop = new AbortController();
  // @ts-expect-error: of a document, only its events are used
  connectTap(site, document, (rows) => received.push(...rows), stop.signal);
  send(document);
  stop.abort();
  same(document.thrown, []);
  return received;
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const rowsIn = (body: unknown): readonly Row[] => parseRows(Array.isArray(body) ? body : []);

/** The expected rows of an event: JSON in a string, after an address in an answer event. */
function expected(name: string, detail: unknown): readonly Row[] {
  if (typeof detail !== 'string') return [];
  if (name === pageEvents.state) return rowsIn(read(detail));
  const end = detail.indexOf('\n');
  const isOurs = name === pageEvents.answer && end > 0 && detail.startsWith(address);
  return isOurs && !detail.slice(0, end).includes('\n') ? rowsIn(read(detail.slice(end + 1))) : [];
}

/** The rows of a marketplace's response; `undefined` when its feed cannot read it. */
function rowsOf({ feed }: FedAnswer, body: unknown): readonly Row[] | undefined {
  let rows: readonly Row[];
  try {
    rows = feed.read(body);
  } catch (error) {
    holds(error instanceof Error && !(error instanceof RangeError), `${error}`);
    return undefined;
  }
  const parsed = parseRows(rows);
  // What is valid stays as it is.
  same(parseRows(parsed), parsed);
  return parsed;
}

/** Without bids, of which one may replace another. ShadowPay states a second price of an item in a row of its own. */
const asksIn = (rows: readonly Row[] | undefined): ReadonlySet<string> =>
  new Set(
    rows?.flatMap(({ key, listing, kind }) =>
      listing && kind !== 'bid' ? [`${itemKey(key)}: ${listing.cents} ${listing.currency}`] : [],
    ),
  );

const itemKey = (key: string): string => key.replace(/^other price /, '');

const noNumber = fc.constantFrom<unknown>(null, true, '', ' ', 'NaN', 'x', '<b>', '--', [], {}, [[]], '\u0000');
const place = fc.nat(0xff_ffff);

function withLeaf(json: string, at: number, value: unknown): unknown {
  const leaves = [...json.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"(?!:)|-?\d[\d.eE+-]*|true|false|null)/g)];
  const leaf = leaves[at % Math.max(1, leaves.length)];
  if (leaf?.index === undefined) return JSON.parse(json);
  return JSON.parse(json.slice(0, leaf.index) + JSON.stringify(value) + json.slice(leaf.index + leaf[0].length));
}

export async function claims(): Promise<readonly Claim[]> {
  const answers = await everyAnswer();
  if (answers.length < 20) throw new Error('the fixtures hold no answers any more');
  const answer = fc.nat(answers.length - 1);
  const known = answers.map((one) => {
    const rows = rowsOf(one, JSON.parse(one.json));
    return { ...one, keys: new Set(rows?.flatMap(({ key, otherGame }) => (otherGame ? [] : key))), asks: asksIn(rows) };
  });

  return [
    claim(
      'no event of a page throws, and only valid rows are received',
      fc.property(names, details, (name, given) => {
        const detail = resolve(given);
        const received = receive((document) => document.dispatchEvent(new CustomEvent(name, { detail })));
        same(received, expected(name, detail), [name, given]);
      }),
    ),
    claim(
      'an answer event is parsed to the same, and its address contains no body',
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...hostileValues), fc.string(), (url, value, text) => {
        fc.pre(url.replaceAll('\n', '') !== '');
        const body = JSON.stringify({ value, text });
        same(parseAnswerEvent(encodeAnswerEvent(url, body)), { url: url.replaceAll('\n', ''), text: body });
        same(parseAnswerEvent(encodeAnswerEvent(`x${url}\n{"forged":1}`, body))?.text, body);
        same(parseStateEvent(`x${body}`), []);
      }),
    ),
    claim(
      'a marketplace’s response with changed values gives valid rows or an error',
      fc.property(answer, edits(3), (which, changes) => {
        const one = answers[which];
        const body = read(jsonOf(mutateJson(one?.json ?? '', changes)));
        if (one && body !== undefined) rowsOf(one, body);
      }),
    ),
    claim(
      'a value that is no number in a marketplace’s response gives no row another price',
      fc.property(answer, place, noNumber, (which, at, value) => {
        const one = known[which];
        if (!one) return;
        const rows = rowsOf(one, withLeaf(one.json, at, value))?.filter(({ key }) => one.keys.has(key));
        const others = [...asksIn(rows)].filter((ask) => !one.asks.has(ask));
        same(others, [], [one.site.id, one.url]);
      }),
    ),
  ];
}
