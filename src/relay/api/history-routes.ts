import { maxNameLength } from '#core/items/names.ts';
import { marketIds, referenceMarkets } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { maxPrefixBits } from '#protocol/history-groups.ts';
import { HttpError } from '#protocol/http.ts';
import { maxHistories } from '#protocol/limits.ts';
import { parseNames } from '#protocol/price-query.ts';
import { type ApiApp, type ApiContext, type ApiHandler, parseParams, searchOf } from '#relay/api/api-context.ts';
import { type RouteDeps, sendHeld } from '#relay/api/response.ts';
import { createUnsentLimit } from '#relay/api/unsent-answers.ts';
import { createKeptAnswers } from '#relay/feeds/kept-answers.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { HistoryReader } from '#relay/history/service.ts';
import { keptDays } from '#relay/history/time.ts';

const defaultDays = 90;
/** Groups times markets of one question: ten of the references. The extension asks for one group of all, or for ten of one. */
const maxLines = maxHistories * referenceMarkets.length;

/** `/api/history`, `/api/histories` and `/api/changes`. None costs a request of the key. */
export function addHistoryRoutes(app: ApiApp, deps: RouteDeps): void {
  const answers = createKeptAnswers<Snapshot>(deps.limits.maxHistoryBytes, ({ bytes }) => bytes.length);
  const countUnsent = createUnsentLimit(deps.limits.maxUnsentHistories, deps.limits.maxUnsentPerClient);
  const kept =
    (readBody: ReadBody): ApiHandler =>
    async (c) => {
      const history = requireHistory(deps);
      countUnsent(c);
      const params = parseParams(searchOf(c), deps.limits.maxQueryBytes);
      const key = `${history.version()} ${c.req.path} ${params}`;
      const snapshot = await answers(key, async () =>
        deps.createSnapshot({ bytes: await readBody(history, params), lastModified: deps.now() }, undefined),
      );
      const data: FeedData = { snapshot, itemCount: 1, confirmedAt: deps.now(), etag: undefined };
      return sendHeld(deps.sendFast, c, data, deps.pollMs);
    };
  app.get('/api/history', deps.check, kept(readItem));
  app.get('/api/histories', deps.check, kept(groupsReader(deps.limits.maxHistoryBytes / 2)));
  app.get('/api/changes', deps.check, (c) => handleChanges(deps, c));
}

function requireHistory({ history }: RouteDeps): HistoryReader {
  if (!history) throw new HttpError(404, 'the relay keeps no history');
  return history;
}

type ReadBody = (history: HistoryReader, params: URLSearchParams) => Promise<Bytes>;

/** @throws HttpError 400 or 404 */
async function readItem(history: HistoryReader, params: URLSearchParams): Promise<Bytes> {
  const item = params.get('item') ?? '';
  if (item === '' || item.length > maxNameLength) throw new HttpError(400, 'item is no name of an item');
  return readPast(history, { item, ...parsePeriod(params) });
}

/** @throws HttpError 404 */
async function readPast(history: HistoryReader, query: HistoryQuery): Promise<Bytes> {
  const bytes = await history.read(query);
  if (!bytes) throw new HttpError(404, 'no price of this item was recorded');
  return bytes;
}

/** Reads groups, each once until the next observation, whatever others it is asked with. Throws HttpError 400. */
function groupsReader(maxBytes: number): ReadBody {
  const groups = createKeptAnswers<string>(maxBytes, ({ length }) => length);
  return async (history, params) => {
    const prefixes = readPrefixes(params);
    const period = parsePeriod(params);
    if (prefixes.length * period.markets.length > maxLines)
      throw new HttpError(400, 'these are too many prefixes for so many markets');
    const told: string[] = [];
    // One after the other, so that other clients' questions come between.
    for (const prefix of prefixes) {
      const key = JSON.stringify([history.version(), prefix, period]);
      const read = async () => new TextDecoder().decode(await readPast(history, { prefix, ...period }));
      told.push(await groups(key, read));
    }
    return new TextEncoder().encode(`[${told}]`);
  };
}

/** @throws HttpError 400 */
function readPrefixes(params: URLSearchParams): readonly string[] {
  const prefixes = (params.get('prefixes') ?? '').split(',');
  const isPrefix = (prefix: string): boolean => prefix.length <= maxPrefixBits && !/[^01]/.test(prefix);
  if (prefixes.length <= maxHistories && prefixes.every(isPrefix)) return prefixes;
  throw new HttpError(400, `prefixes are no up to ${maxHistories} of up to ${maxPrefixBits} bits`);
}

async function handleChanges(deps: RouteDeps, c: ApiContext): Promise<Response> {
  const data = requireHistory(deps).changes();
  if (!data) throw new HttpError(503, 'no change is known yet', { 'Retry-After': '60' });
  return sendHeld(deps.send, c, data, deps.pollMs);
}

/**
 * `markets` are the references, and `days` 90, unless the query says else.
 * @throws HttpError 400
 */
function parsePeriod(params: URLSearchParams) {
  const markets = parseNames(params.get('markets'), 'markets', marketIds);
  const days = Number(params.get('days') ?? defaultDays);
  if (!Number.isInteger(days) || days < 1 || days > keptDays)
    throw new HttpError(400, `days is no whole number from 1 to ${keptDays}`);
  return { markets: markets.length > 0 ? markets : referenceMarkets, days };
}
