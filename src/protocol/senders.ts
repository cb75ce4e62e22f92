import type { RequestKind } from '#protocol/messages.ts';

/** `anyone` includes content scripts; `own-pages` are the extension's. */
type AllowedSender = 'anyone' | 'own-pages';

/** The permitted senders of each kind of request. */
export const senders: Readonly<Record<RequestKind, AllowedSender>> = {
  quotes: 'anyone',
  details: 'anyone',
  settings: 'anyone',
  deals: 'anyone',
  explore: 'anyone',
  history: 'anyone',
  script: 'anyone',
  status: 'own-pages',
  refresh: 'own-pages',
  'coin-rate': 'own-pages',
  'request-log': 'own-pages',
  search: 'own-pages',
  'test-relay': 'own-pages',
  watch: 'own-pages',
  'watch-star': 'own-pages',
  'watch-alert': 'own-pages',
  'watch-histories': 'own-pages',
  'watch-history': 'own-pages',
  'watch-relay': 'own-pages',
  portfolio: 'own-pages',
  'portfolio-set': 'own-pages',
  'portfolio-past': 'own-pages',
};
