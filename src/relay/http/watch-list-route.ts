import { createHash } from 'node:crypto';
import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import { type AlertService, TooManyListsError } from '#relay/alerts/alert-service.ts';
import { maxSentBytes, parseSentList } from '#relay/alerts/sent-list.ts';
import { isExtensionOrigin } from '#relay/http/access.ts';
import type { RelayRequest, RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';

const noAlerts = { staleMinutes: 1, items: [] };

/** Takes an extension's watch list: PUT replaces it, DELETE or a list without items deletes it. */
export const watchListRoute = (alerts: Pick<AlertService, 'put'>): Route => ({
  path: '/api/watch-list',
  isPublic: false,
  methods: ['PUT', 'DELETE'],
  handle: async (request) => {
    const origin = request.header('origin');
    if (!isExtensionOrigin(origin)) throw new HttpError(403, 'only an extension has a watch list here');
    await put(alerts, clientOf(request, origin), request.method === 'PUT' ? await readList(request) : noAlerts);
    const empty: RelayResponse = { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null };
    return empty;
  },
});

/** @throws HttpError 400 or 413 */
async function readList(request: RelayRequest) {
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) throw new HttpError(400, 'JSON is expected');
  const list = parseSentList(await request.body(maxSentBytes));
  if (!list) throw new HttpError(400, 'this is no watch list');
  return list;
}

async function put(alerts: Pick<AlertService, 'put'>, client: string, list: Parameters<AlertService['put']>[1]) {
  try {
    await alerts.put(client, list);
  } catch (error) {
    if (error instanceof TooManyListsError) throw new HttpError(409, 'this relay keeps too many watch lists');
    throw error;
  }
}

/** Each token has its own list, and of those without one each extension. The token itself is not kept. */
function clientOf({ header }: RelayRequest, origin: string): string {
  const token = bearerToken(header('authorization'));
  return token === '' ? origin : createHash('sha256').update(token).digest('hex');
}
