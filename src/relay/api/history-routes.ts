import { LRUCache } from 'lru-cache';
import { maxNameLength } from '#core/items/names.ts';
import { isMarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { commaList } from '#protocol/environment.ts';
import { notRecorded } from '#protocol/history-error.ts';
import { HttpError } from '#protocol/http-error.ts';
import { maxHistories } from '#protocol/limits.ts';
import { type ApiApp, type ApiContext, type ApiHandler, searchOf } from '#relay/api/api-context.ts';
import type { SendData } from '#relay/api/response.ts';
import type { RelayDeps } from '#relay/deps.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import type { CreateSnapshot, Snapshot } from '#relay/feeds/snapshot.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import type { HistoryReader } from '#relay/history/service.ts';
import { keptDays } from '#relay/history/time.ts';

interface HistoryRouteDeps extends Pick<RelayDeps, 'history' | 'now' | 'pollMs' | 'limits'> {
  readonly check: ApiHandler;
  readonly send: SendData;
  /** For bodies that few clients read. */
  readonly sendFast: SendData;
  readonly createSnapshot: CreateSnapshot;
}

/** Answers that are kept until the next observation. */
const maxAnswers = 500;

const defaultDays = 90;

/** `/api/history`, `/api/histories` and `/api/changes`. None costs a request of the key. */
export function addHistoryRoutes(app: ApiApp, deps: HistoryRouteDeps): void {
  const answers: Answers = new LRUCache({ max: maxAnswers });
  app.get('/api/history', deps.check, (c) => handleHistory(deps, answers, c));
  app.get('/api/histories', deps.check, (c) => handleHistories(deps, c));
  app.get('/api/changes', deps.check, (c) => handleChanges(deps, c));
}

function requireHistory({ history }: HistoryRouteDeps): HistoryReader {
  if (!history) throw new HttpError(404, 'the relay keeps no history');
  return history;
}

/** Answers that are being made are shared too. */
type Answers = LRUCache<string, Promise<Snapshot>>;

async function handleHistory(deps: HistoryRouteDeps, answers: Answers, c: ApiContext): Promise<Response> {
  const history = requireHistory(deps);
  const query = parseHistoryQuery(searchOf(c), deps.limits.maxQueryBytes);
  const key = `${history.version()} ${JSON.stringify(query)}`;
  const answer = answers.get(key) ?? makeAnswer(deps, history, query);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  const data: FeedData = { snapshot: await answer, itemCount: 1, confirmedAt: deps.now(), etag: undefined };
  return sendHeld(deps.sendFast, c, data, deps.pollMs);
}

async function makeAnswer(
  { createSnapshot, now }: HistoryRouteDeps,
  history: HistoryReader,
  query: HistoryQuery,
): Promise<Snapshot> {
  const bytes = await history.read(query);
  if (!bytes) throw new HttpError(404, notRecorded);
  return createSnapshot({ bytes, lastModified: now() }, undefined);
}

/** The past of several items in one answer, in the order of the query; `null` for an item that was never recorded. */
async function handleHistories(deps: HistoryRouteDeps, c: ApiContext): Promise<Response> {
  const history = requireHistory(deps);
  const { items, ...query } = parseHistoriesQuery(searchOf(c), deps.limits.maxQueryBytes);
  const bodies: (Bytes | undefined)[] = [];
  // One after the other, so that other clients' questions come between.
  for (const item of items) bodies.push(await history.read({ ...query, item }));
  const texts = bodies.map((bytes) => (bytes ? new TextDecoder().decode(bytes) : 'null'));
  const bytes = new TextEncoder().encode(`{"histories":[${texts.join()}]}`);
  const snapshot = await deps.createSnapshot({ bytes, lastModified: deps.now() }, undefined);
  const data: FeedData = { snapshot, itemCount: items.length, confirmedAt: deps.now(), etag: undefined };
  return sendHeld(deps.sendFast, c, data, deps.pollMs);
}

async function handleChanges(deps: HistoryRouteDeps, c: ApiContext): Promise<Response> {
  const data = requireHistory(deps).changes();
  if (!data) throw new HttpError(503, 'no change is known yet', { 'Retry-After': '60' });
  return sendHeld(deps.send, c, data, deps.pollMs);
}

/** What the relay itself has made is never older than a poll period. */
const sendHeld = (send: SendData, c: ApiContext, data: FeedData, pollMs: number): Promise<Response> =>
  send(c, { data, origin: 'hit', freshUntil: data.confirmedAt + pollMs, failure: undefined }, data.snapshot, pollMs);

/**
 * Parses the query of `/api/history`: `item` is required; `markets` are the references, and `days` 90, unless it says else.
 * @throws HttpError 414 over `maxBytes`; 400 for a missing, repeated or bad parameter
 */
function parseHistoryQuery(search: string, maxBytes: number): HistoryQuery {
  const { items, ...query } = parseHistoriesQuery(search, maxBytes);
  const [item = ''] = items;
  if (items.length > 1) throw new HttpError(400, 'parameter item is repeated');
  return { ...query, item };
}

interface HistoriesQuery extends Omit<HistoryQuery, 'item'> {
  readonly items: readonly string[];
}

/** Parses the query of `/api/histories`: as that of `/api/history`, with up to `maxHistories` items. */
function parseHistoriesQuery(search: string, maxBytes: number): HistoriesQuery {
  if (search.length > maxBytes) throw new HttpError(414, `the query string is longer than ${maxBytes} bytes`);
  const params = new URLSearchParams(search);
  for (const name of ['markets', 'days']) {
    if (params.getAll(name).length > 1) throw new HttpError(400, `parameter ${name} is repeated`);
  }
  const items = params.getAll('item');
  if (items.length === 0 || !items.every((item) => item !== '' && item.length <= maxNameLength))
    throw new HttpError(400, 'item is no name of an item');
  if (items.length > maxHistories) throw new HttpError(400, `there are more than ${maxHistories} items`);
  const names = commaList.parse(params.get('markets') ?? '');
  if (!names.every(isMarketId)) throw new HttpError(400, 'markets holds something that is no market');
  const days = Number(params.get('days') ?? defaultDays);
  if (!Number.isInteger(days) || days < 1 || days > keptDays)
    throw new HttpError(400, `days is no whole number from 1 to ${keptDays}`);
  return { items, markets: names.length > 0 ? [...new Set(names)].sort() : [...referenceMarkets], days };
}
