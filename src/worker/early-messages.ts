import { type Guard, isArrayOf, isBoolean, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { isMarketId, isReference, type MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { ExitQuote, Quote, WeekChanges } from '#core/prices/quote.ts';
import { valid } from '#core/settings/setting-controls.ts';
import { askedText } from '#data/catalogue/loaded-table.ts';
import type { MarketOffers } from '#data/details/market-details.ts';
import type { ByName } from '#data/storage/column-store.ts';
import { maxNames, maxSiteLength } from '#protocol/limits.ts';
import type { AskedName, PageQuotes, VersionedSettings } from '#protocol/messages.ts';
import { type MessagesOf, messageFor } from '#worker/message.ts';

export interface EarlyDeps {
  readonly quotes: (names: readonly AskedName[]) => Promise<PageQuotes>;
  readonly week: () => Promise<ByName<WeekChanges> | undefined>;
  readonly exits: () => Promise<ByName<ExitQuote> | undefined>;
  readonly offersOf: MarketOffers['ofItems'];
  readonly tellSettings: (site: string) => Promise<VersionedSettings>;
}

const entry = messageFor<EarlyDeps>();

const isAssembled = isObjectOf<Exclude<AskedName, string>>({ assembled: isString });
const isAskedName: Guard<AskedName> = (value): value is AskedName => isString(value) || isAssembled(value);
const isSite: Guard<string> = (value): value is string => isString(value) && value.length <= maxSiteLength;

interface QuotesRequest {
  readonly names: readonly AskedName[];
  readonly changes?: boolean | undefined;
  readonly exits?: boolean | undefined;
  /** Other markets than the references, by their ids. */
  readonly more?: readonly string[] | undefined;
}

/** Of a page that opens, with guards instead of the schema library; all others are in `messages.ts`. */
export const earlyMessages = {
  /** Prices of up to 500 items, in the order of the names. */
  quotes: entry(
    'anyone',
    valid(
      isObjectOf<QuotesRequest>({
        names: isArrayOf(isAskedName, maxNames),
        changes: optional(isBoolean),
        exits: optional(isBoolean),
        more: optional(isArrayOf(isSite, 2)),
      }),
    ),
    async ({ names, changes, exits, more }, deps): Promise<PageQuotes> => {
      // Read side by side, because the worker has only just started.
      const [answer, week, found] = await Promise.all([
        deps.quotes(names),
        changes ? deps.week() : undefined,
        exits ? deps.exits() : undefined,
      ]);
      const others = more?.filter(isMarketId).filter((market) => !isReference(market)) ?? [];
      const offers = others.length > 0 ? await offersOn(others, spelledNames(answer, names), deps) : undefined;
      const full = withValues(withValues(answer, names, 'week', week), names, 'exit', found);
      return withValues(full, names, 'more', offers);
    },
  ),
  settings: entry(
    'anyone',
    valid(isObjectOf<{ readonly site: string }>({ site: isSite })),
    ({ site }, { tellSettings }): Promise<VersionedSettings> => tellSettings(site),
  ),
};

/** What is asked for besides counts as part of the table: pages ask again for all when it is new, or came without. */
function withValues<K extends 'week' | 'exit' | 'more'>(
  answer: PageQuotes,
  names: readonly AskedName[],
  key: K,
  values: ByName<NonNullable<Quote[K]>> | undefined,
): PageQuotes {
  const { table, quotes } = answer;
  if (!values || !table || table.sample) return answer;
  const spelled = spelledNames(answer, names);
  const valueAt = (at: number) => values.find(spelled[at] ?? '');
  return {
    ...answer,
    table: { ...table, version: `${table.version} ${values.version}` },
    quotes: quotes.map((quote, at) => quote && { ...quote, [key]: valueAt(at) }),
  };
}

const spelledNames = ({ spellings }: PageQuotes, names: readonly AskedName[]): readonly string[] =>
  names.map((name, at) => spellings?.[at] ?? askedText(name));

async function offersOn(
  markets: readonly MarketId[],
  names: readonly string[],
  { offersOf }: EarlyDeps,
): Promise<ByName<readonly Offer[]>> {
  const offers = await offersOf(names, markets);
  const byName = new Map(names.map((name, at) => [name, offers[at]]));
  return { version: markets.join(), find: (name) => byName.get(name) };
}

declare module '#protocol/messages.ts' {
  interface MessageTypes extends MessagesOf<typeof earlyMessages> {}
}
