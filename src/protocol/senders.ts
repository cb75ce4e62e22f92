import { type Guard, hasShape, isListOf, isText } from '#core/guards.ts';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import type { RequestKind, Requests } from '#protocol/messages.ts';

/** Who may send a request: a content script too, or only the extension's own pages. */
type Sender = 'anyone' | 'own-pages';

/** Who may send each request that the worker answers. */
export const senders: Readonly<Record<RequestKind, Sender>> = {
  quotes: 'anyone',
  details: 'anyone',
  view: 'anyone',
  deals: 'anyone',
  script: 'anyone',
  status: 'own-pages',
  refresh: 'own-pages',
  'coin-rate': 'own-pages',
  contacts: 'own-pages',
  search: 'own-pages',
  'test-relay': 'own-pages',
  watch: 'own-pages',
  'watch-star': 'own-pages',
  'watch-alert': 'own-pages',
  'watch-histories': 'own-pages',
};

const names = isListOf(isText, maxNames);
const site: Guard<string> = (value): value is string => isText(value) && value.length <= maxSiteLength;

/** Whether what a page sends when it opens surely fits the schemas of `requests.ts`, which are the judges of the rest. */
export const isQuotesRequest: Guard<Requests['quotes']> = hasShape<Requests['quotes']>({ names });
export const isViewRequest: Guard<Requests['view']> = hasShape<Requests['view']>({ site });
