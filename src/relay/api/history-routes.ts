import { createConcurrencyLimit, createMutex } from '#core/asks/concurrency.ts';
import { maxNameLength } from '#core/items/names.ts';
import { marketIds, referenceMarkets } from '#core/prices/markets.ts';
import { maxPrefixBits } from '#protocol/history-groups.ts';
import { HttpError } from '#protocol/http.ts';
import { maxHistories } from '#protocol/limits.ts';
import { parseNames } from '#protocol/price-query.ts';
import { type ApiApp, type ApiHandler, parseParams, searchOf, whoAsks } from '#relay/api/api-context.ts';
import { createClientLimit, createKeptAnswers, createUnsentLimit } from '#relay/api/client-limit.ts';
import { type RouteDeps, sendHeld } from '#relay/api/response.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { HistoryReader } from '#relay/history/service.ts';
import { keptDays } from '#relay/history/time.ts';

const defaultDays = 90;
/** Groups times markets of one question: ten of the references. The extension asks for one group of all, or for ten of one. */
const maxLines = maxHistories * referenceMarkets.length;

/** Few clients read the same past: zstd takes a third of brotli's time for about the same size. */
const fastEncodings = ['zstd', 'br', 'gzip'] as const;

type Part = { readonly item: string } | { readonly prefix: string };

/** `/api/history`, `/api/histories` and `/api/changes`. None costs a request of the key. */
export function addHistoryRoutes(app: ApiApp, deps: RouteDeps): void {
  const { limits, check } = deps;
  const answers = createKeptAnswers<Snapshot>(limits.maxHistoryBytes, ({ bytes }) => bytes.length);
  const readParts = partsReader(limits.maxHistoryBytes / 2);
  const countUnsent = createUnsentLimit(deps, limits.maxUnsentHistories);
  // As of people's own queries of prices: the threads that compress look up names, too.
  const twoAtOnce = createConcurrencyLimit(2);
  const lineLimit = createClientLimit(limits.historyLinesPerMinute, 'too many prefixes times markets this minute');
  const answer =
    (partsOf: (params: URLSearchParams) => readonly Part[], bodyOf: (told: readonly string[]) => string): ApiHandler =>
    (c) =>
      countUnsent(c, async () => {
        const history = requireHistory(deps);
        const params = parseParams(searchOf(c), limits.maxQueryBytes);
        const [parts, period] = [partsOf(params), parsePeriod(params)];
        const lines = parts.length * period.markets.length;
        if (lines > maxLines) throw new HttpError(400, 'these are too many prefixes for so many markets');
        lineLimit.take(whoAsks(c), deps.monotonicMs(), lines);
        const snapshot = await answers(`${history.version()} ${c.req.path} ${params}`, async () => {
          const bytes = new TextEncoder().encode(bodyOf(await readParts(history, parts, period)));
          return deps.createSnapshot({ bytes, lastModified: history.version() }, undefined);
        });
        return twoAtOnce(() => sendHeld(deps, c, { snapshot, confirmedAt: deps.now() }, fastEncodings));
      });
  const listOf = (told: readonly string[]) => `[${told}]`;
  app.get('/api/history', check, answer(readItem, String));
  app.get('/api/histories', check, answer(readPrefixes, listOf));
  app.get('/api/changes', check, async (c) => {
    const told = requireHistory(deps).changes();
    if (!told) throw new HttpError(503, 'no change is known yet', { 'Retry-After': '60' });
    return sendHeld(deps, c, told);
  });
}

/** Reads the parts of questions, each once until the next observation, whatever others it is asked with. */
function partsReader(maxBytes: number) {
  const pasts = createKeptAnswers<string>(maxBytes, ({ length }) => length);
  // The disk's thread answers in the order of the questions: lists and prices would wait for those of all clients.
  const inTurn = createMutex();
  // One after the other, so that other clients' questions come between.
  return (history: HistoryReader, parts: readonly Part[], period: Period) =>
    Array.fromAsync(parts, (part) => {
      const key = JSON.stringify([history.version(), part, period]);
      return pasts(key, () => inTurn(() => readPast(history, { ...part, ...period })));
    });
}

function requireHistory({ history }: RouteDeps): HistoryReader {
  if (!history) throw new HttpError(404, 'the relay keeps no history');
  return history;
}

async function readPast(history: HistoryReader, query: HistoryQuery): Promise<string> {
  const bytes = await history.read(query);
  if (!bytes) throw new HttpError(404, 'no price of this item was recorded');
  return new TextDecoder().decode(bytes);
}

function readItem(params: URLSearchParams): readonly Part[] {
  const item = params.get('item') ?? '';
  if (item === '' || item.length > maxNameLength) throw new HttpError(400, 'item is no name of an item');
  return [{ item }];
}

function readPrefixes(params: URLSearchParams): readonly Part[] {
  const prefixes = (params.get('prefixes') ?? '').split(',');
  const isPrefix = (prefix: string): boolean => prefix.length <= maxPrefixBits && !/[^01]/.test(prefix);
  if (prefixes.length <= maxHistories && prefixes.every(isPrefix)) return prefixes.map((prefix) => ({ prefix }));
  throw new HttpError(400, `prefixes are no up to ${maxHistories} of up to ${maxPrefixBits} bits`);
}

type Period = ReturnType<typeof parsePeriod>;

/** `markets` are the references, and `days` 90, unless the query says else. @throws HttpError 400 */
function parsePeriod(params: URLSearchParams) {
  const markets = parseNames(params.get('markets'), 'markets', marketIds);
  const days = Number(params.get('days') ?? defaultDays);
  if (!Number.isInteger(days) || days < 1 || days > keptDays)
    throw new HttpError(400, `days is no whole number from 1 to ${keptDays}`);
  return { markets: markets.length > 0 ? markets : referenceMarkets, days };
}
