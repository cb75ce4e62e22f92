import * as z from 'zod/mini';
import { ageMs } from '#core/prices/age.ts';
import type { RelayDeps } from '#relay/api/api-context.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';

const feedHealth = z.object({ source: z.string(), age: z.optional(z.number()), failure: z.optional(z.string()) });

/** The body of `/healthz`. Whoever is not on the relay's machine gets `ready` alone. */
export const healthBody = z.object({
  /** Whether it can answer; before the first upstream request that is assumed. */
  ready: z.boolean(),
  upstream: z.optional(z.string()),
  /** `ok`, or why nothing is stored. */
  storage: z.optional(z.string()),
  history: z.optional(z.string()),
  lists: z.optional(z.number()),
  /** `ok`, `off`, or why the last message did not arrive. */
  alerts: z.optional(z.string()),
  feeds: z.optional(z.array(feedHealth)),
  pauseSeconds: z.optional(z.number()),
});

export type Health = z.infer<typeof healthBody>;

type HealthDeps = Pick<RelayDeps, 'alerts' | 'recording' | 'now' | 'isSample'> & { readonly feeds: Feeds };

export async function readHealth({ feeds, alerts, recording, now, isSample }: HealthDeps): Promise<Health> {
  const upstream = isSample ? 'sample' : feeds.lastOutcome();
  const entries = feeds.entries();
  const hasData = entries.some(([, feed]) => feed.data() !== undefined);
  const { problem, clock } = (await recording()) ?? {};
  const { lists, channel, last } = alerts.status();
  const pauseSeconds = Math.ceil(feeds.keyLimits.pauseRemainingMs() / 1000);
  const stalled = feeds.isStoreStalled() ? 'stalled' : (problem?.kind ?? 'ok');
  return {
    ready: !feeds.keyLimits.isKeyRefused() && (hasData || ['sample', 'none', 'ok'].includes(upstream)),
    upstream,
    storage: feeds.isSharedStoreAway() ? 'away' : stalled,
    ...(clock && { history: `clock-${clock.kind}` }),
    lists,
    alerts: channel ? (last?.problem ?? 'ok') : 'off',
    feeds: entries.map(([source, feed]) => {
      const data = feed.data();
      const age = data && Math.floor(ageMs(data.confirmedAt, now()) / 1000);
      return { source, age, failure: feed.failure()?.reason };
    }),
    ...(pauseSeconds > 0 && { pauseSeconds }),
  };
}

export function describeHealth({ ready, upstream, storage, history, lists, alerts, feeds = [] }: Health) {
  const prices = upstream === 'sample' ? 'samples, until there is a key' : undefined;
  const rows = [
    ...feeds.map(({ source, age, failure }) => [
      source,
      [age === undefined ? 'no data' : `${age} s old`, failure].filter(Boolean).join(', '),
    ]),
    ...Object.entries({ prices, storage, history, lists, alerts }),
  ];
  const isWell =
    ready &&
    [prices, storage, history, alerts].every((state = 'ok') => state === 'ok' || state === 'off') &&
    feeds.every(({ failure }) => failure === undefined);
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  // Another program may have the relay's port, and its words go to a terminal.
  return { isWell, text: [ready ? 'ready' : 'not ready', ...lines].join('\n').replaceAll(/[^\P{C}\n]/gu, ' ') };
}
