import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { RateLimiter } from '#protocol/rate-limiter.ts';
import { splitTarget, targetOfUrl } from '#relay/api/request-target.ts';
import type { Encoding } from '#relay/feeds/compressor.ts';
import type { UpstreamShare } from '#relay/feeds/key-limits.ts';

/** Somebody who may use the relay. */
interface Client {
  /** Whether the person who runs the relay gave the token in `RELAY_TOKENS`. An invite is for somebody else. */
  readonly isOwner: boolean;
  /** The client's own limit of requests to upstream. */
  readonly upstreamShare: UpstreamShare;
}

/** A token or an invite that is good at the moment. */
export interface Admission extends Client {
  readonly requests: RateLimiter;
  /** Records one request. */
  readonly recordUse: () => void;
}

/** The invites of the configuration file. */
export interface Invites {
  /** Whether nobody gets prices without an invite or a token. */
  readonly areRequired: () => boolean;
  /** The invite with this token; `undefined` for a token that is none, or no more. */
  readonly find: (token: string) => Admission | undefined;
}

/** The coding of a body, for the metrics. */
export type ContentCoding = Encoding | 'identity' | 'dcz';

export interface ApiEnv {
  /** What the relay reads of Node's own request: the address of a Web-standard one is normalised. */
  readonly Bindings: {
    readonly incoming: {
      readonly url?: string | undefined;
      readonly socket: { readonly remoteAddress?: string | undefined };
    };
  };
  readonly Variables: {
    /** Who asks; `undefined` where the relay asks for no token. */
    client: Client | undefined;
    coding: ContentCoding | undefined;
    /** Length of the body that is sent. */
    bytes: number;
  };
}

export type ApiContext = Context<ApiEnv>;
export type ApiHandler = MiddlewareHandler<ApiEnv>;
export type ApiApp = Hono<ApiEnv>;

/** Path and query as the client wrote them. */
export const targetOf = ({ env }: ApiContext): string => targetOfUrl(env.incoming.url ?? '');

/** The query as the client wrote it, with its question mark, or ''. */
export const searchOf = (c: ApiContext): string => splitTarget(targetOf(c)).search;

/** The remote address, or '' where it is not known. */
export const addressOf = ({ env }: ApiContext): string => env.incoming.socket.remoteAddress ?? '';
