import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import type { WorldBrowser } from './browsers.ts';
import type { Clock } from './clock.ts';
import type { Memory } from './life.ts';
import type { Arrival } from './network.ts';
import { names, type PriceApi } from './price-api.ts';
import { addresses, pollMs, type WorldRelay } from './relays.ts';

/** How long a price may take from the price API to whoever is told: it was true so long before the time that it bears. */
const slackMs = 3 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What must hold after each step. Each check says what is wrong. */
export function createInvariants(clock: Clock, api: PriceApi, fail: (what: string) => void) {
  const polls = new Map<string, number>();
  const lists = new Map<string, { readonly text: string; readonly at: number }>();
  const told = new Map<string, number>();
  /** The lists that relays have, as their bodies, by person and address. */
  const kept = new Map<string, string>();
  /** @param troubledAt when one that asks last started or ended, or the place where they meet was last lost */
  const checkPoll = ({ at, from, path, status }: Arrival, troubledAt: number): void => {
    if (status !== 200 && status !== 304) return;
    const before = polls.get(path);
    // A relay that lost power before it stored or told the answer has not asked, for all that it knows.
    if (before !== undefined && at - before < pollMs - 1000 && troubledAt < before - pollMs)
      fail(`${from.name} asked for ${path} ${Math.round((at - before) / 1000)} s after another request`);
    polls.set(path, at);
  };
  const checkList = ({ at, from, to, body, method, status }: Arrival, wasKilled: (since: number) => boolean): void => {
    if (method === 'DELETE' && status === 200) lists.delete(`${from.name} ${to}`);
    if (method !== 'PUT' || status !== 200) return;
    const key = `${from.name} ${to}`;
    const before = lists.get(key);
    if (before?.text === body && at - before.at < dayMs - 60_000 && !wasKilled(before.at))
      fail(`${from.name} told ${to} the same list twice within ${Math.round((at - before.at) / 60_000)} minutes`);
    lists.set(key, { text: body, at });
  };
  return {
    checkPoll,
    checkList,
    keepList({ from, to, path, method, body, status }: Arrival): void {
      if (status === 200 && method === 'PUT') kept.set(`${from.name} ${to}${path}`, body);
      if (status === 200 && method === 'DELETE') kept.delete(`${from.name} ${to}${path}`);
    },
    /** After quiet hours one relay has one list of a person, as that person believes. */
    checkKept(who: string, relay: string, { watched, unsure }: Memory): void {
      const lists = [...kept].filter(([key]) => key.startsWith(`${who} `));
      if (lists.length !== 1 || !lists[0]?.[0].startsWith(`${who} ${relay}/`))
        fail(`${lists.map(([key]) => key).join(', ')} has a list of ${who}, who uses ${relay}`);
      const alertsOf = (all: readonly (readonly [string, unknown])[]) =>
        JSON.stringify(all.filter(([name, alert]) => alert && !unsure.has(name)).toSorted());
      const sent: { items: { name: string; alert: unknown }[] } = JSON.parse(lists[0]?.[1] ?? '{"items":[]}');
      const [there, believed] = [alertsOf(sent.items.map(({ name, alert }) => [name, alert])), alertsOf([...watched])];
      if (there !== believed) fail(`${relay} watches ${there} for ${who}, who watches ${believed}`);
    },
    /** Every price that a page is told is the item's own, and was true at the time that it bears. */
    checkQuotes(asked: readonly string[], { quotes, table }: PageQuotes, who: string): number {
      if (table?.sample) fail(`${who} shows samples`);
      let count = 0;
      for (const [index, quote] of quotes.entries()) {
        const name = asked[index] ?? '';
        for (const { market, cents, asOf } of quote?.offers ?? []) {
          if (cents === undefined) continue;
          count++;
          checkPrice(market, name, cents, asOf, who);
        }
      }
      return count;
    },
    checkPrice,
    /** Between two messages for one alert its price was on the other side of the line. */
    checkCrossing(who: string, name: string, line: number, changedAt: number): void {
      const key = `${who} ${name}`;
      const [at, before] = [clock.now(), told.get(key)];
      told.set(key, at);
      if (before === undefined || before < changedAt) return;
      // What is told may have waited for its channel.
      // One that is told soon again was clearly above.
      const passed = at - before < 6 * hourMs ? line * 1.02 : line;
      if (!api.wasAbove(referenceMarkets, name, passed, before - 3 * hourMs, at))
        fail(`${who} was told twice of ${name}, which was never above ${passed}`);
      if (at - before < 30_000) fail(`${who} was told twice of ${name} within ${at - before} ms`);
    },
    checkBounds(relays: readonly WorldRelay[], browsers: readonly WorldBrowser[]): void {
      if (clock.timers() > 500) fail(`${clock.timers()} timers run`);
      for (const { name, local, session } of browsers) {
        const bytes = local.bytes() + session.bytes();
        if (bytes > 20_000) fail(`${name} keeps ${bytes} bytes`);
      }
      for (const relay of relays) {
        const bytes = relay.disk.bytes();
        if (bytes > 24 * 1024 * 1024) fail(`${relay.name} keeps ${bytes} bytes`);
      }
    },
  };
  function checkPrice(market: MarketId, name: string, cents: number, asOf: number | undefined, who: string): void {
    const until = Math.min(clock.now(), (asOf ?? 0) + slackMs);
    const lastTrue = api.lastTrue(market, name, cents, until);
    if (!names.includes(name)) fail(`${who} shows a price of ${name}, which does not exist`);
    else if (lastTrue === undefined) fail(`${who} shows ${cents} for ${name} on ${market}, which was never its price`);
    else if (lastTrue < (asOf ?? 0) - slackMs)
      fail(
        `${who} shows ${cents} for ${name} on ${market} as of ${iso(asOf ?? 0)}, which was true until ${iso(lastTrue)}`,
      );
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const isOfApi = ({ to }: Arrival): boolean => to === addresses.priceApi;
