import * as z from 'zod/mini';
import { askWorker, awakeTabs, type Day } from './day.ts';
import { daySamples as samples } from './day-samples.ts';
import { lacksOf, type Truth, wrongsOf } from './judge.ts';
import { lastLacks } from './last-lacks.ts';
import { readPage, type SeenPage } from './reading.ts';
import { foreignHosts, foreignRequests } from './requests.ts';
import { heapOf, type Tab } from './tabs.ts';

const MB = 1024 * 1024;
/** Most that may be in use after a garbage collection; a worker with its table has 3 MB, a page of 60 cards as many. */
const mostWorkerBytes = 24 * MB;
const mostPageBytes = 48 * MB;

/** Pages in front are redrawn when an age changes; elsewhere the browser lets timers wait for a minute. */
const promptMs = 5000;
const lateMs = 130_000;
const settledMs = 3000;

/** What a page may truly say now. */
function truthOf({ service, rates, shifts }: Day, { visible }: SeenPage, { turnedAt }: Tab): Truth {
  const now = performance.now();
  const since = now - lateMs;
  const recent = shifts.flatMap(({ ms, since: from }, at) => {
    const to = shifts[at + 1]?.since ?? now;
    return to >= since ? [{ ms, from: Math.max(from, since), to: Math.min(to + 1000, now) }] : [];
  });
  const prompt = visible && recent.length === 1 && now - turnedAt > settledMs;
  const wall = (at: number, ms: number) => performance.timeOrigin + at + ms;
  const drawnAt = recent.map(({ ms, from, to }) => ({
    from: wall(prompt ? Math.max(from, now - promptMs) : from, ms),
    to: wall(to, ms),
  }));
  return { versions: service.versions, rates, drawnAt, mayLookOlder: shifts.some(({ ms }) => ms < 0) };
}

/** A page that is going somewhere cannot be read; then it is read where it came to. */
const readTab = ({ page }: Tab): Promise<SeenPage> => readPage(page).catch(() => readPage(page));

/** Everything that is wrong now, in any tab, console or request. Nothing that is merely missing. */
export async function wrongsOfDay(day: Day): Promise<string[]> {
  const pages = awakeTabs(day).map(async (tab) => {
    const seen = await readTab(tab);
    const wrongs = wrongsOf(seen, truthOf(day, seen, tab));
    return wrongs.map((wrong) => `tab ${tab.number}, ${tab.sample.site} ${tab.sample.page}: ${wrong}`);
  });
  const { service, relay, workers, tabs, problems } = day;
  const noted = [service, relay, workers, tabs].flatMap((each) => each.problems);
  return [...(await Promise.all(pages)).flat(), ...noted, ...problems, ...foreigners(day)];
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function foreigners({ workers, tabs, trap, relayUrl, origin }: Day): string[] {
  const relays = [relayUrl, 'http://localhost:9', origin];
  return [
    ...foreignRequests(workers.requested, (url) => relays.some((base) => url.startsWith(`${base}/`))),
    ...foreignRequests(tabs.requested, (url) => ownAnswers.has(url)),
    ...foreignRequests(tabs.loaded, (url) => ownPlaces.has(originOf(url))),
    // The browser itself fetches icons, and pages that it wakes.
    ...foreignHosts(trap.hosts, ownHosts),
  ];
}

/** What the sample pages fetch for themselves. */
const ownAnswers = new Set(samples.flatMap(({ answers }) => answers.map(({ url }) => url)));

/** Where the sample pages are, and where their pictures would be. */
const ownPlaces = new Set(
  samples.flatMap(({ url, html }) => [url, ...(html.match(/https?:\/\/[a-z0-9.-]+/g) ?? [])].map(originOf)),
);
const ownHosts = new Set([...ownPlaces].map((origin) => new URL(origin).hostname));

/** What one tab lacks of being wholly right; one that cannot be read for a moment lacks that, and may be asked again. */
const lacksOfTab = (day: Day, tab: Tab): Promise<string[]> =>
  readTab(tab).then(
    (seen) => lacksOf(seen, truthOf(day, seen, tab)),
    (error) => [`cannot be read: ${error}`],
  );

/** What one tab still lacks after all the time that it may take. */
export const lacksInTime = (day: Day, tab: Tab, limitMs: number): Promise<string[]> =>
  lastLacks(() => lacksOfTab(day, tab), { limitMs, pauseMs: 200 });

const quote = z.nullable(
  z.object({ buff163: z.optional(z.number()), youpin: z.optional(z.number()), csfloat: z.optional(z.number()) }),
);
const table = z.nullable(z.object({ asOf: z.number() }));
const reply = z.object({ ok: z.literal(true), answer: z.object({ table, quotes: z.array(quote) }) });

/** Asks the worker for every item and compares with the version whose time it names. */
export async function wrongsOfWorker(day: Day): Promise<string[]> {
  const { versions } = day.service;
  const names = [...(versions[0]?.rows.keys() ?? [])];
  const { answer } = reply.parse(await askWorker(day, 'quotes', { names }));
  const { asOf } = answer.table ?? {};
  if (asOf === undefined) return [];
  const older = day.shifts.some(({ ms }) => ms < 0);
  const named = versions.filter((version) => version.asOf === asOf || (older && version.asOf > asOf));
  const isRight = named.some(({ rows }) =>
    names.every((name, at) => {
      const { price_buff, price_uu, price_csfloat } = rows.get(name) ?? {};
      const { buff163, youpin, csfloat } = answer.quotes[at] ?? {};
      return (
        [price_buff ?? 0, price_uu ?? 0, price_csfloat ?? 0].join() === [buff163 ?? 0, youpin ?? 0, csfloat ?? 0].join()
      );
    }),
  );
  return isRight ? [] : [`the worker: its prices are not those of ${new Date(asOf).toISOString()}`];
}

/** What takes too much memory, after a garbage collection; and the most that was found, in MB. */
export async function weigh(day: Day): Promise<{ wrongs: string[]; worker: number; page: number }> {
  const worker = (await day.workers.heapBytes()) ?? 0;
  const pages = await Promise.all(awakeTabs(day).map((tab) => heapOf(tab)));
  const page = Math.max(0, ...pages);
  const wrongs = [
    ...(worker > mostWorkerBytes ? [`the worker holds ${Math.round(worker / MB)} MB`] : []),
    ...(page > mostPageBytes ? [`a page holds ${Math.round(page / MB)} MB`] : []),
  ];
  return { wrongs, worker: worker / MB, page: page / MB };
}
