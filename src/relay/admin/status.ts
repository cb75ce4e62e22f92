import { ageMs } from '#core/age.ts';
import { markets } from '#core/markets.ts';
import { endpoints } from '#protocol/price-api.ts';
import type { Activity } from '#relay/admin/activity.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { describeProblem } from '#relay/admin/test-price-api.ts';
import type { PageTexts } from '#relay/admin/texts.ts';
import { marketOfDetails, ratesSource } from '#relay/feeds/extension-sources.ts';
import type { Feed } from '#relay/feeds/feed.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';

export type FeedRow = ReturnType<typeof feedRows>[number];

export function feedName(source: string, { text }: PageTexts): string {
  if (source === endpoints.partner) return text('feedPartner');
  if (source === ratesSource) return text('feedRates');
  const market = marketOfDetails(source);
  return market === undefined ? text('feedOther') : text('feedMarket', { market: markets[market].name });
}

/** The feeds that somebody has asked for. */
function feedRows(feeds: Feeds, texts: PageTexts, now: number) {
  const named: (readonly [string, Feed])[] = [...feeds.entries()];
  if (feeds.ratesFeed) named.push([ratesSource, feeds.ratesFeed]);
  return named.flatMap(([source, feed]) => {
    const data = feed.data();
    const { failure, pauseMs } = feed.status();
    if (source === ratesSource && !data && !failure) return [];
    const { text, duration } = texts;
    const fine = data ? text('outcomeFine') : text('outcomeNone');
    return [
      {
        name: feedName(source, texts),
        age: data ? duration(ageMs(data.confirmedAt, now)) : '–',
        next: pauseMs > 0 ? text('nextIn', { wait: duration(Math.max(1000, pauseMs)) }) : text('nextDue'),
        outcome: failure ? describeProblem(failure.reason, failure.status, texts) : fine,
        isBad: failure !== undefined,
      },
    ];
  });
}

/** The day's sums as a sentence: what the chart shows. */
function daySummary(activity: Activity, { text, number }: PageTexts): string {
  const sum = { requests: 0, notModified: 0, upstream: 0 };
  for (const span of activity.lastDay()) {
    sum.requests += span.requests;
    sum.notModified += span.notModified;
    sum.upstream += span.upstream;
  }
  return text('daySummary', {
    requests: number(sum.requests),
    notModified: number(sum.notModified),
    upstream: number(sum.upstream),
  });
}

/** The extension knows this machine as `localhost`. */
const extensionUrl = (url: string): string => url.replace('//127.0.0.1:', '//localhost:');

export type StatusView = ReturnType<typeof toStatusView>;

/** The state of the relay, without its history, alerts and invites. */
export function toStatusView(deps: SetupDeps, texts: PageTexts) {
  const { activity, limits } = deps;
  const feeds = deps.feeds();
  return {
    relayUrl: extensionUrl(deps.relayUrl()),
    /** `undefined` while the prices are samples. */
    priceApiUrl: deps.priceApi()?.url,
    isPriceApiFixed: deps.config.isPriceApiFixed,
    isKeyRefused: feeds.keyLimits.isKeyRefused(),
    isStoreStalled: feeds.isStoreStalled(),
    isSharedStoreAway: feeds.isSharedStoreAway(),
    keyUse: texts.text('statusOf', {
      used: texts.number(activity.upstreamLastMinute()),
      limit: texts.number(limits.upstreamPerMinute),
    }),
    clients: texts.number(activity.clientsNow()),
    day: daySummary(activity, texts),
    feeds: feedRows(feeds, texts, deps.now()),
    problems: activity.problems(),
  };
}
