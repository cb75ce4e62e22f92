import { dayMs, isoDay } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import type { RateDaysBody, RatesBody } from '#protocol/rates-body.ts';
import { ecbDaily, ecbPast, parseEcbRates } from '#relay/feeds/ecb-rates.ts';
import { ratesSource } from '#relay/feeds/extension-sources.ts';
import { createFeed, type Feed } from '#relay/feeds/feed.ts';
import type { UpstreamFeedDeps } from '#relay/feeds/feed-request.ts';
import { badBody, failed, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
import { keptDays } from '#relay/history/time.ts';

/** The rates of today, and the record of each day's: its own last answer, which is read before anything is written over it. */
export function createRatesFeeds(depsOf: (source: string, url: string) => UpstreamFeedDeps, url: string) {
  const [daily, past] = [depsOf(ratesSource, url), depsOf(`${ratesSource}/days`, ecbPast)];
  const ratesFeed = createFeed({
    ...daily,
    request: async (etag) => convert(await daily.request(etag), 1, ([rates]) => rates),
    // A day is added also where nobody asks for the record.
    onConfirmed: () => void rateDaysFeed.read().catch(() => undefined),
  });
  const readRates = async (): Promise<UpstreamOutcome> => {
    const record = rateDaysFeed.data()?.snapshot ?? (await past.store?.load(past.source));
    const { days }: Pick<RateDaysBody, 'days'> = record ? read(record) : { days: {} };
    const today: RatesBody = read((await ratesFeed.read()).data.snapshot);
    const withDays = (told: readonly RatesBody[]) => {
      const added = [...told, today].map(({ date, rates }) => [date, rates] as const);
      const all = Object.entries({ ...days, ...Object.fromEntries(added) }).sort();
      return { base: 'USD', days: Object.fromEntries(all.slice(-keptDays)) };
    };
    return url === ecbDaily && !hasNext(days, today.date)
      ? convert(await past.request(undefined), keptDays, withDays)
      : { kind: 'fresh', bytes: write(withDays([])) };
  };
  const request = () => readRates().catch(() => failed('unavailable'));
  let written: Bytes | undefined;
  const store = past.store && {
    ...past.store,
    // It is asked at each request, and written where it has grown.
    save: async (source: string, answer: Parameters<typeof past.store.save>[1]) => {
      if (answer.bytes !== written) await past.store?.save(source, answer);
      written = answer.bytes;
    },
  };
  // It is always due, and of what is only added nobody was asked.
  const reportOutcome = (told: UpstreamOutcome) => told.kind === 'failed' && daily.reportOutcome(told);
  const rateDaysFeed: Feed = createFeed({ ...past, store, pollMs: 0, sharedStore: undefined, request, reportOutcome });
  return { ratesFeed, rateDaysFeed };
}

const read = ({ bytes }: { readonly bytes: Bytes }) => JSON.parse(new TextDecoder().decode(bytes));
const write = (body: unknown): Bytes => new TextEncoder().encode(JSON.stringify(body));

function convert(outcome: UpstreamOutcome, most: number, to: (days: readonly RatesBody[]) => unknown): UpstreamOutcome {
  if (outcome.kind !== 'fresh') return outcome;
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(outcome.bytes);
    return { ...outcome, bytes: write(to(parseEcbRates(xml, most))) };
  } catch {
    return badBody('malformed');
  }
}

/** Whether a day or the one before it is known. After a weekend or a holiday neither is, and the past is read once more. */
const hasNext = (days: object, date: string): boolean => date in days || isoDay(Date.parse(date) / dayMs - 1) in days;
