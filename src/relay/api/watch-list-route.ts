import { HttpError } from '#protocol/http-error.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { ListClient } from '#relay/alerts/client-lists.ts';
import { maxSentBytes, parseSentList, type SentList } from '#relay/alerts/sent-list.ts';
import { isExtensionOrigin } from '#relay/api/access.ts';
import { type ApiApp, type ApiContext, type ApiHandler, searchOf } from '#relay/api/api-context.ts';
import { sendUncached } from '#relay/api/headers.ts';
import { limitBody } from '#relay/api/limit-body.ts';

type Alerts = Pick<AlertService, 'put' | 'status'>;

const noAlerts: SentList = { staleMinutes: 1, items: [] };

/**
 * Takes the watch list of one device (`?device=`): PUT replaces it, DELETE or a list without items deletes it. The
 * response says by what the relay tells of crossings, `null` while alerts are off.
 */
export function addWatchListRoute(app: ApiApp, alerts: Alerts, check: ApiHandler): void {
  app.on(['PUT', 'DELETE'], '/api/watch-list', check, limitBody(maxSentBytes), async (c) => {
    const client = clientOf(c);
    await alerts.put(client, c.req.method === 'PUT' ? await readList(c) : noAlerts);
    return sendUncached(c, 200, JSON.stringify({ channel: alerts.status().channel?.kind ?? null }));
  });
}

/** @throws HttpError 400 */
async function readList(c: ApiContext): Promise<SentList> {
  if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? '')) throw new HttpError(400, 'JSON is expected');
  const list = parseSentList(new Uint8Array(await c.req.arrayBuffer()));
  if (!list) throw new HttpError(400, 'this is no watch list');
  return list;
}

const deviceId = /^[\w-]{16,64}$/;

/**
 * Tokens tell owners apart, and origins those without one. A relay that asks for no token knows none: there the origin
 * counts, whatever the extension still sends. The token itself is not kept.
 * @throws HttpError 400 or 403
 */
function clientOf(c: ApiContext): ListClient {
  const origin = c.req.header('Origin');
  if (!isExtensionOrigin(origin)) throw new HttpError(403, 'only an extension has a watch list here');
  const device = new URLSearchParams(searchOf(c)).get('device') ?? '';
  if (!deviceId.test(device)) throw new HttpError(400, 'the device is missing');
  return { owner: c.get('client')?.upstreamShare.id ?? origin, device };
}
