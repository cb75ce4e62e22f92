import { HttpError } from '#protocol/http-error.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import { type ListClient, TooManyListsError } from '#relay/alerts/client-lists.ts';
import { maxSentBytes, parseSentList } from '#relay/alerts/sent-list.ts';
import { isExtensionOrigin } from '#relay/http/access.ts';
import type { Client } from '#relay/http/clients.ts';
import { uncached } from '#relay/http/headers.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { RelayRequest, RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';
import { StorageError } from '#relay/storage/storage-thread.ts';

const noAlerts = { staleMinutes: 1, items: [] };

/**
 * Takes the watch list of one device (`?device=`): PUT replaces it, DELETE or a list without items deletes it. The
 * response says by what the relay tells of crossings, `null` while alerts are off.
 */
export const watchListRoute = (alerts: Pick<AlertService, 'put' | 'status'>): Route => ({
  path: '/api/watch-list',
  isPublic: false,
  methods: ['PUT', 'DELETE'],
  handle: async (request, client) => {
    const origin = request.header('origin');
    if (!isExtensionOrigin(origin)) throw new HttpError(403, 'only an extension has a watch list here');
    await put(alerts, clientOf(request, origin, client), request.method === 'PUT' ? await readList(request) : noAlerts);
    const answer: RelayResponse = {
      status: 200,
      headers: uncached('application/json'),
      body: JSON.stringify({ channel: alerts.status().channel?.kind ?? null }),
    };
    return answer;
  },
});

/** @throws HttpError 400 or 413 */
async function readList(request: RelayRequest) {
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) throw new HttpError(400, 'JSON is expected');
  const list = parseSentList(await request.body(maxSentBytes));
  if (!list) throw new HttpError(400, 'this is no watch list');
  return list;
}

async function put(alerts: Pick<AlertService, 'put'>, client: ListClient, list: Parameters<AlertService['put']>[1]) {
  try {
    await alerts.put(client, list);
  } catch (error) {
    if (error instanceof TooManyListsError) throw new HttpError(409, 'this relay keeps too many watch lists');
    if (error instanceof StorageError)
      throw new HttpError(503, 'the watch list could not be stored', { 'Retry-After': '60' });
    throw error;
  }
}

const deviceId = /^[\w-]{16,64}$/;

/**
 * Tokens tell owners apart, and origins those without one. A relay that asks for no token knows none: there the origin
 * counts, whatever the extension still sends. The token itself is not kept.
 */
function clientOf({ target }: RelayRequest, origin: string, client: Client | undefined): ListClient {
  const device = new URLSearchParams(splitTarget(target).search).get('device') ?? '';
  if (!deviceId.test(device)) throw new HttpError(400, 'the device is missing');
  return { owner: client?.upstreamShare.id ?? origin, device };
}
