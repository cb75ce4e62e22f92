import * as z from 'zod/mini';
import { parseJson } from '#core/asks/parse-json.ts';
import { toldRow, viewMemory } from '#core/rows/view-alerts.ts';
import { type ClientList, clientList } from '#relay/alerts/sent-list.ts';
import { keyOfRow } from '#relay/alerts/view-rows.ts';
import { type WaitingLine, waitingLine } from '#relay/alerts/waiting-lines.ts';
import type { StoredMemory } from '#relay/store/alert-rows.ts';

const listState = z.object({
  unrenewedDays: z.catch(z.number(), 0),
  views: z.catch(z.object({ views: z.array(z.object({ name: z.string(), memory: z.optional(viewMemory) })) }), {
    views: [],
  }),
});

const rowsOfView = z.object({
  view: z.string(),
  rows: z.array(toldRow),
  more: z.number(),
  clients: z.array(z.string()),
});

const earlierState = z.object({
  lists: z.record(z.string(), z.unknown()),
  seenAsOf: z.number(),
  day: z._default(z.number(), 0),
  pending: z.array(z.unknown()),
  isSending: z.boolean(),
});

interface EarlierState {
  readonly lists: ReadonlyMap<string, ClientList>;
  readonly seenAsOf: number;
  readonly day: number;
  readonly isSending: boolean;
  readonly pending: WaitingLine[];
  readonly sending: WaitingLine[];
  readonly memories: readonly StoredMemory[];
}

/** Reads the one document in which relays before 2026-12 kept all lists. What is damaged is left out. */
export function parseEarlierState(text: string): EarlierState | undefined {
  const told = earlierState.safeParse(parseJson(text)).data;
  if (!told) return undefined;
  const { seenAsOf, day, isSending } = told;
  const read = Object.entries(told.lists).flatMap(([client, value]) => {
    const list = clientList.safeParse(value).data;
    const state = listState.safeParse(value).data;
    return list && state ? [{ client, list: { ...list, renewedDays: -state.unrenewedDays }, state }] : [];
  });
  const memories = read.flatMap(({ client, state }) =>
    state.views.views.flatMap(({ name, memory }) => {
      if (!memory) return [];
      const seen = memory.seen.map(([row, at]) => [keyOfRow(row), at] as const);
      return [{ client, view: name, text: JSON.stringify({ ...memory, seen, told: [] }) }];
    }),
  );
  const waiting = told.pending.flatMap(linesOf);
  const lists = new Map(read.map(({ client, list }) => [client, list]));
  const lines = isSending ? { pending: [], sending: waiting } : { pending: waiting, sending: [] };
  return { ...lines, seenAsOf, day, isSending, lists, memories };
}

function linesOf(value: unknown): readonly WaitingLine[] {
  const ofView = rowsOfView.safeParse(value).data;
  if (!ofView) return [waitingLine.safeParse(value).data ?? []].flat();
  const { view, rows, more, clients } = ofView;
  return rows.map((row, at) => ({ view, row, more: at === rows.length - 1 ? more : 0, clients }));
}
