import * as z from 'zod/mini';
import { dollar, type Rate } from '#core/money/rates.ts';
import { type AlertWords, alertSentence, rowSentence } from '#core/owned/alert-sentence.ts';
import { alertSchema, type WatchAlert } from '#core/owned/watch-list.ts';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import { marketIds } from '#core/prices/markets.ts';
import { toldRow } from '#core/rows/view-alerts.ts';
import { withoutFormat } from '#relay/alerts/channel.ts';

/** Those on whose lists it is. Without one of them it is not told. */
const clients = z._default(z.array(z.string()), []);

const waitingCrossing = z.object({
  crossing: z.object({
    name: z.string(),
    alert: alertSchema,
    at: z.number(),
    market: z.enum(marketIds),
    cents: z.number(),
    percent: z.optional(z.number()),
    exit: z.optional(z.object({ market: z.enum(marketIds), netCents: z.number() })),
  }),
  asOf: z.number(),
  clients,
});

const waitingRow = z.object({ view: z.string(), row: toldRow, more: z.number(), clients });

export const waitingLine = z.union([waitingCrossing, waitingRow]);
export type WaitingLine = z.infer<typeof waitingLine>;

export const ownerOf = (client: string): string => client.slice(0, client.lastIndexOf(' '));

const ownersOf = ({ clients }: WaitingLine): readonly string[] => [...new Set(clients.map(ownerOf))];

/** A line of several owners is of whoever has fewest: a copy of another's alert makes him wait for nothing. */
function linesByOwner(lines: readonly WaitingLine[]): readonly WaitingLine[][] {
  const counts = new Map<string, number>();
  for (const owner of lines.flatMap(ownersOf)) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const countOf = (owner: string) => counts.get(owner) ?? 0;
  const fewest = (line: WaitingLine) => ownersOf(line).toSorted((one, other) => countOf(one) - countOf(other))[0];
  return [...Map.groupBy(lines, fewest).values()];
}

/** Several devices of one user may watch for the same. Whoever has other fees or markets gets his own numbers. */
function keyOf(line: WaitingLine): unknown {
  if ('row' in line) return line;
  const { name, alert, market, cents, percent, exit } = line.crossing;
  return JSON.stringify([name, alert, line.asOf, market, cents, percent, exit]);
}

/** Lines that wait; of more, the oldest of whoever has most are dropped. */
const maxWaiting = 500;

export function withWaiting(before: readonly WaitingLine[], more: readonly WaitingLine[]): WaitingLine[] {
  const known = new Map<unknown, WaitingLine>(before.map((line) => [keyOf(line), line]));
  for (const line of more) {
    const same = known.get(keyOf(line));
    known.set(keyOf(line), same ? { ...same, clients: [...same.clients, ...line.clients] } : line);
  }
  const lines = [...known.values()];
  const ranked = linesByOwner(lines)
    .toReversed()
    .flatMap((of) => of.toReversed().map((line, rank) => ({ line, rank })));
  const first = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, maxWaiting);
  const kept = new Set(first.map(({ line }) => line));
  return lines.filter((line) => kept.has(line));
}

/** Bytes of a message. Discord takes 2,000 characters, ntfy 4,096 bytes, Telegram 4,096 characters. */
const maxBytes = 1800;

/** As Discord gets it, which refuses a longer one with the lines of everybody. */
const bytesOf = (message: string): number => Buffer.byteLength(withoutFormat(message));

/** The lines of the next message, of each owner one in turn; the others wait for the one after. */
export function nextLines(waiting: readonly WaitingLine[], now: number): readonly WaitingLine[] {
  const byOwner = linesByOwner(waiting);
  const turns = Math.max(0, ...byOwner.map(({ length }) => length));
  const chosen: WaitingLine[] = [];
  for (let turn = 0; turn < turns; turn++)
    for (const { [turn]: line } of byOwner) {
      if (!line) continue;
      chosen.push(line);
      if (chosen.length > 1 && bytesOf(alertMessage(chosen, now, waiting.length)) > maxBytes)
        return chosen.slice(0, -1);
    }
  return chosen;
}

/** What waits after a message: whoever has been told comes after the others, also after those whose lines came later. */
export function linesAfter(waiting: readonly WaitingLine[], sent: readonly WaitingLine[]): WaitingLine[] {
  const [gone, told] = [new Set(sent), new Set(sent.flatMap(ownersOf))];
  const wasTold = (line: WaitingLine) => Number(ownersOf(line).every((owner) => told.has(owner)));
  return waiting.filter((line) => !gone.has(line)).toSorted((one, other) => wasTold(one) - wasTold(other));
}

export function alertMessage(lines: readonly WaitingLine[], now: number, waiting = 0): string {
  const texts = [...Map.groupBy(lines, placeOf).values()].flatMap((of) => {
    const [first] = of;
    const more = of.reduce((sum, line) => sum + ('row' in line ? line.more : 0), 0);
    const head = first && 'row' in first ? [`${oneLine(first.view)}:`] : [];
    return [...head, ...of.map((line) => lineText(line, now)), ...(more > 0 ? [`+ ${more}`] : [])];
  });
  return ['Skinlens', ...texts, ...(waiting > 0 ? [`+ ${waiting}`] : [])].join('\n');
}

/** Rows of one view stand together. */
const placeOf = (line: WaitingLine): string => ('row' in line ? JSON.stringify([line.view, line.clients]) : '');

/**
 * A view's name is what a guest wrote, an item's what the price API told. Some separators end a line in places where control
 * characters do not. A word joiner keeps services from making a link or a mention of it: it reaches everybody.
 */
const oneLine = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').replaceAll(/[.:/@](?=\S)/g, '$&\u2060');

/** "AK-47 | Redline (Field-Tested): BUFF163 $9.50 ≤ $10.00 · 4 min", in the currency in which the line was typed. */
function lineText(line: WaitingLine, now: number): string {
  if ('crossing' in line) {
    const { crossing, asOf } = line;
    return `${oneLine(crossing.name)}: ${alertSentence({ ...crossing, asOf }, wordsOf(now, rateOf(crossing.alert)))}`;
  }
  const words = wordsOf(now, dollar);
  return `${oneLine(line.row.name)}: ${rowSentence(line.row, words)} · ${words.age(line.row.asOf)}`;
}

function wordsOf(now: number, shown: Rate): AlertWords {
  const formatOf = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: 2, useGrouping: false });
  const [format, dollars] = [formatOf(shown.code), formatOf(dollar.code)];
  // The rate is a guest's, and others read the message: the dollars stand beside it.
  const beside = (cents: number) => (shown === dollar ? '' : ` (${dollars.format(cents / shown.perUsd / 100)})`);
  return {
    shown,
    amount: ({ cents }) => format.format(cents / 100) + beside(cents),
    percent: (percent) => `${percent > 0 ? '+' : ''}${Math.round(percent * 10) / 10} %`,
    age: (asOf) => `${Math.floor(ageMs(asOf, now) / minuteMs)} min`,
    saleLeaves: (amount, market) => `a sale leaves ${amount} (${market})`,
    median: 'median',
    anyPhase: 'any phase',
  };
}

/** The currency in which a line was typed, at the rate that came with it. */
function rateOf(alert: WatchAlert): Rate {
  const { currency, perUsd } = ('typed' in alert && alert.typed) || {};
  // A guest's dollar is everybody's.
  return currency && perUsd && currency !== dollar.code ? { code: currency, perUsd, of: 'own' } : dollar;
}
