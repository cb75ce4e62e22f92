import type { Context, Hono, MiddlewareHandler } from 'hono';
import { HttpError } from '#protocol/http.ts';
import type { NodeBindings } from '#protocol/node-server.ts';
import type { OwnNotice } from '#protocol/notices.ts';
import { quote } from '#protocol/price-query.ts';
import type { Admission, InviteBook } from '#relay/admin/invites.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { Encoding } from '#relay/feeds/compressor.ts';
import type { Feeds, FeedsDeps } from '#relay/feeds/feeds.ts';
import type { HistoryReader, HistoryStatus } from '#relay/history/service.ts';

export type ContentCoding = Encoding | 'identity' | 'dcz';

export interface ApiEnv {
  /** Node's own request: the address of a Web-standard one is normalised. */
  readonly Bindings: NodeBindings;
  readonly Variables: {
    /** Who asks; `undefined` where the relay asks for no token. */
    client: Admission | undefined;
    coding: ContentCoding | undefined;
    bytes: number;
  };
}

export type ApiContext = Context<ApiEnv>;
export type ApiHandler = MiddlewareHandler<ApiEnv>;
export type ApiApp = Hono<ApiEnv>;

export const targetOf = ({ env }: ApiContext): string => targetOfUrl(env.incoming.url ?? '');

export const searchOf = (c: ApiContext): string => splitTarget(targetOf(c)).search;

export function parseParams(search: string, maxBytes: number): URLSearchParams {
  if (search.length > maxBytes) throw new HttpError(414, `the query string is longer than ${maxBytes} bytes`);
  const params = new URLSearchParams(search);
  const repeated = [...params.keys()].find((name, at, all) => all.indexOf(name) !== at);
  if (repeated !== undefined) throw new HttpError(400, `parameter ${quote(repeated)} is repeated`);
  return params;
}

/** Headers of a proxy: whoever is behind it need not be on this machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];

/** Whether a proxy sent a request. One that adds no header may still speak HTTP/1.0, as no browser does. */
export const isForwarded = ({ req, env }: Pick<ApiContext, 'req' | 'env'>): boolean =>
  env.incoming.httpVersion === '1.0' || proxyHeaders.some((name) => req.header(name) !== undefined);

/** Whoever shows no token is on this machine, where each extension has an origin. */
export const whoAsks = (c: ApiContext): string => c.get('client')?.upstreamShare.id ?? c.req.header('Origin') ?? '';

/** Path and query of an absolute http URL, or a target that begins with a slash, unchanged. Any other text has no path: `/`. */
export const targetOfUrl = (url: string): string => {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (origin === undefined) return '/';
  return url[origin.length] === '/' ? url.slice(origin.length) : `/${url.slice(origin.length)}`;
};

/** Not decoded, for routing and reading alike: they cannot disagree. A target with a fragment matches no route. */
export function splitTarget(target: string) {
  const question = target.indexOf('?');
  if (question < 0 || target.includes('#')) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question) };
}

export type RequestReport = Readonly<ReturnType<typeof reportOf>>;

/** The log record of one answered request. It holds nothing secret. */
export const reportOf = (c: ApiContext, route: string, ms: number) => ({
  route,
  status: c.res.status,
  ms: Math.round(ms * 10) / 10,
  bytes: c.get('bytes'),
  encoding: c.get('coding'),
  cache: c.res.headers.get('Cache-Status') ?? undefined,
});

export interface RelayDeps extends Omit<FeedsDeps, 'createSnapshot'> {
  readonly tokens: readonly string[];
  /** `areRequired`: whether nobody gets prices without an invite or a token. */
  readonly invites: Pick<InviteBook, 'areRequired' | 'find'>;
  /** Whether the prices are simulated: every answer says so, and none is kept by a cache. */
  readonly isSample: boolean;
  readonly history: HistoryReader | undefined;
  readonly recording: () => Promise<HistoryStatus | undefined>;
  readonly name: () => string | undefined;
  readonly ownNotices: () => readonly OwnNotice[];
  readonly version: string;
  /** Whether nobody beyond this machine can reach the relay: a `Host` header must then name loopback. */
  readonly isLoopback: boolean;
  readonly alerts: Pick<AlertService, 'put' | 'status'>;
  readonly reportRequest: (request: RequestReport) => void;
  readonly metrics: (feeds: Feeds) => Promise<string>;
}
