import { type Guard, isArrayOf, isObjectOf, isString, oneOf, optional } from '#core/guards.ts';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import type { AskedName, RequestKind, Requests } from '#protocol/messages.ts';

/** Requests of a page that opens. The worker's startup file handles them, without the schema library. */
export type EarlyRequestKind = 'quotes' | 'settings';
export type MainRequestKind = Exclude<RequestKind, EarlyRequestKind>;

const isSite: Guard<string> = (value): value is string => isString(value) && value.length <= maxSiteLength;

const isAssembled = isObjectOf<Exclude<AskedName, string>>({ assembled: isString });

const isAskedName: Guard<AskedName> = (value): value is AskedName => isString(value) || isAssembled(value);

/** Other requests have schemas (`requests.ts`). */
const guards: { readonly [K in EarlyRequestKind]: Guard<Requests[K]> } = {
  quotes: isObjectOf<Requests['quotes']>({
    names: isArrayOf(isAskedName, maxNames),
    changes: optional(oneOf(true)),
  }),
  settings: isObjectOf<Requests['settings']>({ site: isSite }),
};

export const isEarlyRequest = (kind: RequestKind): kind is EarlyRequestKind => Object.hasOwn(guards, kind);

/** Parses a request of a kind; `undefined` for an invalid one. */
export function parseEarlyRequest<K extends EarlyRequestKind>(kind: K, request: unknown): Requests[K] | undefined {
  const isRequest: Guard<Requests[K]> = guards[kind];
  return isRequest(request) ? request : undefined;
}
