import * as z from 'zod/mini';
import { referenceMarkets, references } from '#core/prices/markets.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { until, WaitTimeout } from '#demo/until.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { namedCards } from '../page/finder/named-cards.ts';
import { checkPage, checkRecovered, columns, type Oracle } from './page-checks.ts';
import { type PageSnapshot, readPage } from './page-snapshot.ts';
import { askWorker, loadedTabs, type Run, validKey } from './run.ts';
import { samples, type Tab } from './tabs.ts';
import { heapBytes } from './workers.ts';

const MB = 1024 * 1024;
/** Limits after a garbage collection. A worker with its table uses 3 MB, a page of 60 cards as much. */
const maxWorkerBytes = 24 * MB;
const maxPageBytes = 48 * MB;

/** Visible pages are redrawn when an age changes. In hidden pages the browser delays timers by a minute. */
const visibleRedrawMs = 5000;
const hiddenRedrawMs = 130_000;
const settledMs = 3000;

function oracleFor(
  { priceApi, rates, clockShifts }: Run,
  { visible }: PageSnapshot,
  { visibilityChangedAt, sample }: Tab,
): Oracle {
  const now = performance.now();
  const since = now - hiddenRedrawMs;
  const recent = clockShifts.flatMap(({ ms, since: from }, at) => {
    const to = clockShifts[at + 1]?.since ?? now;
    return to >= since ? [{ ms, from: Math.max(from, since), to: Math.min(to + 1000, now) }] : [];
  });
  const isRedrawn = visible && recent.length === 1 && now - visibilityChangedAt > settledMs;
  const pageTime = (at: number, ms: number) => performance.timeOrigin + at + ms;
  const drawnAt = recent.map(({ ms, from, to }) => ({
    from: pageTime(isRedrawn ? Math.max(from, now - visibleRedrawMs) : from, ms),
    to: pageTime(to, ms),
  }));
  const mayShowOlder = clockShifts.some(({ ms }) => ms < 0);
  return { versions: priceApi.versions, rates, drawnAt, mayShowOlder, named: namedOn(sample) };
}

const namedOn = ({ site, page }: SamplePage): ReadonlySet<string> =>
  new Set(namedCards.filter((card) => card.page === `${site} ${page}`).map(({ item }) => item));

/** Reading fails during a navigation and is repeated once. */
const readTab = ({ page }: Tab): Promise<PageSnapshot> => readPage(page).catch(() => readPage(page));

export async function checkRun(run: Run): Promise<string[]> {
  const pages = loadedTabs(run).map(async (tab) => {
    const snapshot = await readTab(tab);
    const failures = checkPage(snapshot, oracleFor(run, snapshot, tab));
    return failures.map((failure) => `tab ${tab.number}, ${tab.sample.site} ${tab.sample.page}: ${failure}`);
  });
  const { priceApi, relay, workers, tabs, problems } = run;
  const recorded = [priceApi, relay, workers, tabs].flatMap((each) => each.problems);
  return [...(await Promise.all(pages)).flat(), ...recorded, ...problems, ...unexpectedTraffic(run)];
}

const originOf = (url: string): string => new URL(url).origin;

/** URLs that cause no network traffic. */
const localSchemes = /^(data:|blob:|about:|chrome-extension:|chrome-error:)/;
/** Hosts that Chromium contacts by itself: updates, the time, lists of harmful sites. */
const browserHosts = /(^|\.)(google|googleapis|gstatic|gvt1)\.com$/;

const unexpectedRequests = (urls: readonly string[], isAllowed: (url: string) => boolean): string[] =>
  [...new Set(urls)]
    .filter((url) => !localSchemes.test(url) && !url.endsWith('/favicon.ico') && !isAllowed(url))
    .map((url) => `unexpected request of ${url}`);

function unexpectedTraffic({ workers, tabs, proxy, relayUrl, origin }: Run): string[] {
  const relays = [relayUrl, 'http://localhost:9', origin];
  // Icons and restored pages are requests of the browser itself.
  const hosts = [...new Set(proxy.hosts)].filter((host) => !browserHosts.test(host) && !sampleHosts.has(host));
  return [
    ...unexpectedRequests(workers.requested, (url) => relays.some((base) => url.startsWith(`${base}/`))),
    ...unexpectedRequests(tabs.requested, (url) => sampleFeedUrls.has(url)),
    ...unexpectedRequests(tabs.loaded, (url) => sampleOrigins.has(originOf(url))),
    ...hosts.map((host) => `unexpected connection to ${host}`),
  ];
}

const sampleFeedUrls = new Set(samples.flatMap(({ answers }) => answers.map(({ url }) => url)));

const sampleOrigins = new Set(
  samples.flatMap(({ url, html }) => [url, ...(html.match(/https?:\/\/[a-z0-9.-]+/g) ?? [])].map(originOf)),
);
const sampleHosts = new Set([...sampleOrigins].map((origin) => new URL(origin).hostname));

/** Checks a tab after recovery. A tab that cannot be read for a moment fails the check. */
const checkRecoveredTab = (run: Run, tab: Tab): Promise<string[]> =>
  readTab(tab).then(
    (snapshot) => checkRecovered(snapshot, oracleFor(run, snapshot, tab)),
    (error) => [`cannot be read: ${error}`],
  );

/** Waits until a tab passes the checks after recovery once; answers the failures of the last check. */
export async function awaitRecovered(run: Run, tab: Tab, limitMs: number): Promise<string[]> {
  let failures = ['was never checked'];
  const passes = async () => {
    failures = await checkRecoveredTab(run, tab);
    return failures.length === 0 || undefined;
  };
  await until('a recovered tab', passes, { limitMs, pauseMs: 200 }).catch((error: unknown) => {
    if (!(error instanceof WaitTimeout)) throw error;
  });
  return failures;
}

/** What the relays answer to anybody must not have the key of the price API. */
export async function checkKey({ relay, otherRelay }: Run): Promise<string[]> {
  const paths = [endpoints.partner, marketDetailsPath('steam'), '/healthz', '/metrics', '/'];
  const urls = [relay, otherRelay].flatMap(({ url, pageUrl }) => [
    ...paths.map((path) => url + path),
    pageUrl() ?? url,
  ]);
  const failures = urls.map(async (url) => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
    const body = await answer?.text().catch(() => '');
    const said = `${JSON.stringify([...(answer?.headers ?? [])])}${body}`;
    return said.includes(validKey) ? [`the answer of ${url} has the key`] : [];
  });
  return (await Promise.all(failures)).flat();
}

const portfolioReply = z.object({
  answer: z.object({ items: z.array(z.object({ name: z.string(), count: z.number(), paid: z.null() })) }),
});
const watchReply = z.object({ answer: z.object({ items: z.array(z.object({ name: z.string() })) }) });

/** Compares what is stored with what the user entered. A worker that does not answer proves nothing. */
export async function checkEntered(run: Run): Promise<string[]> {
  const portfolio = portfolioReply.safeParse(await askWorker(run, 'portfolio', {}).catch(() => undefined)).data;
  const watch = watchReply.safeParse(await askWorker(run, 'watch', {}).catch(() => undefined)).data;
  const stored = {
    portfolio: portfolio && JSON.stringify(portfolio.answer.items),
    watch: watch && JSON.stringify(watch.answer.items.map(({ name }) => name).toSorted()),
  };
  return (['portfolio', 'watch'] as const).flatMap((what) => {
    const [found, allowed] = [stored[what], run.entered[what]];
    if (found === undefined || allowed.has(found)) return [];
    return [`the ${what} is ${found}, and what was entered ${[...allowed].join(' or ')}`];
  });
}

const offer = z.object({ market: z.string(), cents: z.optional(z.number()) });
const quote = z.nullable(z.object({ offers: z.array(offer) }));
const table = z.nullable(z.object({ asOf: z.number() }));
const reply = z.object({ ok: z.literal(true), answer: z.object({ table, quotes: z.array(quote) }) });

/** Compares the worker's quotes of every item with the version of the same time. */
export async function checkWorkerQuotes(run: Run): Promise<string[]> {
  const { versions } = run.priceApi;
  const names = [...(versions[0]?.rows.keys() ?? [])];
  const { answer } = reply.parse(await askWorker(run, 'quotes', { names }));
  const { asOf } = answer.table ?? {};
  if (asOf === undefined) return [];
  const older = run.clockShifts.some(({ ms }) => ms < 0);
  const named = versions.filter((version) => version.asOf === asOf || (older && version.asOf > asOf));
  const isRight = named.some(({ rows }) =>
    names.every((name, at) => {
      const row = rows.get(name);
      const asked = answer.quotes[at]?.offers ?? [];
      return referenceMarkets.every(
        (market) => (row?.[references[market].field] ?? 0) === (asked.find((one) => one.market === market)?.cents ?? 0),
      );
    }),
  );
  return isRight ? [] : [`the worker's prices are not those of ${new Date(asOf).toISOString()}`];
}

const past = z.object({
  ok: z.literal(true),
  answer: z.object({
    state: z.string(),
    markets: z.optional(
      z.array(
        z.object({
          market: z.string(),
          days: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
          recent: z.array(z.tuple([z.number(), z.number()])),
        }),
      ),
    ),
  }),
});

/** Compares the recorded prices of an item on the reference markets with all that were ever served. */
export async function checkItemPast(run: Run, name: string): Promise<{ state: string; failures: string[] }> {
  const { answer } = past.parse(await askWorker(run, 'history', { name, days: 90 }));
  const failures = (answer.markets ?? []).flatMap(({ market, days, recent }) => {
    const column = columns[market];
    if (column === undefined) return [];
    const served = new Set(run.priceApi.versions.map(({ rows }) => rows.get(name)?.[column]));
    const told = [...days.flatMap(([, low, high, last]) => [low, high, last]), ...recent.map(([, price]) => price)];
    return told.filter((price) => !served.has(price)).map((price) => `${name} never cost ${price} cents at ${market}`);
  });
  return { state: answer.state, failures };
}

/** Checks the heaps after a garbage collection; `worker` and `page`, the largest page, are in MB. */
export async function checkMemory(run: Run): Promise<{ failures: string[]; worker: number; page: number }> {
  const worker = (await run.workers.heapBytes()) ?? 0;
  const pages = await Promise.all(loadedTabs(run).map((tab) => heapBytes(tab.session)));
  const page = Math.max(0, ...pages);
  const failures = [
    ...(worker > maxWorkerBytes ? [`the worker holds ${Math.round(worker / MB)} MB`] : []),
    ...(page > maxPageBytes ? [`a page holds ${Math.round(page / MB)} MB`] : []),
  ];
  return { failures, worker: worker / MB, page: page / MB };
}
