import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import type { AlertChannel, ChannelBases } from '#relay/alerts/channel.ts';
import { type ClientList, clientList } from '#relay/alerts/sent-list.ts';
import { type WaitingLine, waitingLine } from '#relay/alerts/waiting-lines.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { AlertChanges, StoredMemory } from '#relay/store/alert-rows.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';

const counts = z.record(z.string(), z.number());

/** One that is damaged is left out: the others are of other people. */
const lines = z.pipe(
  z._default(z.array(z.unknown()), []),
  z.transform((told): WaitingLine[] => told.flatMap((line) => waitingLine.safeParse(line).data ?? [])),
);
const number = z._default(z.number(), 0);

const restOfState = z.object({
  seenAsOf: number,
  /** The last day that was counted, since 1970, and how many were. */
  day: number,
  days: number,
  pending: lines,
  /** Of the message that is tried. */
  sending: lines,
  isSending: z._default(z.boolean(), false),
  /** How many alerts and rows of each owner were found in the present hour, since 1970. */
  told: z._default(z.object({ hour: z.number(), alerts: counts, rows: counts }), { hour: 0, alerts: {}, rows: {} }),
});

type RestOfState = z.infer<typeof restOfState>;

export interface AlertState extends Readonly<RestOfState> {
  readonly lists: ReadonlyMap<string, ClientList>;
  /** What views remember from now on: the database alone keeps it. */
  readonly memories?: readonly StoredMemory[] | undefined;
}

export const noAlertState: AlertState = { lists: new Map(), ...restOfState.parse({}) };

export type AlertStore = ReturnType<typeof createAlertStore>;

export function createAlertStore({ ask }: Pick<StorageThread, 'ask'>, reportProblem: RelayBase['reportProblem']) {
  const mutex = createMutex();
  let known: AlertState | undefined;
  const change = async (edit: (state: AlertState) => AlertState | Promise<AlertState>): Promise<AlertState> => {
    try {
      known ??= await loadState(ask);
      const next = await edit(known);
      if (next !== known) await ask('saveAlerts', changesBetween(known, next));
      const { memories: _, ...kept } = next;
      known = next.memories ? kept : next;
      return known;
    } catch (error) {
      if (error instanceof StorageError) reportProblem('the watch lists could not be stored', errorCode(error));
      throw error;
    }
  };
  return {
    /** What is known; nothing until the database has answered once. */
    current: () => known ?? noAlertState,
    /** Changes run one after the other. Rejects when the database has not kept the change; then nothing has changed. */
    change: (edit: Parameters<typeof change>[0]) => mutex(() => change(edit)),
  };
}

/** A row that is damaged is left out. */
async function loadState(ask: StorageThread['ask']): Promise<AlertState> {
  const lists = new Map<string, ClientList>();
  for (let after = ''; ; ) {
    const { rows, state } = await ask('loadAlerts', after);
    const [last] = rows.at(-1) ?? [];
    if (last === undefined) return { ...noAlertState, ...restOfState.safeParse(parseJson(state ?? '')).data, lists };
    after = last;
    for (const [client, row] of rows) {
      const list = clientList.safeParse(parseJson(row)).data;
      if (list) lists.set(client, list);
    }
  }
}

const restFields = z.keyof(restOfState).options;

function changesBetween(before: AlertState, { lists, memories = [], ...rest }: AlertState): AlertChanges {
  // It grows with what all are told, and a list that is sent changes nothing of it.
  const isRestSame = restFields.every((field) => rest[field] === before[field]);
  const changed = [...lists].filter(([client, list]) => before.lists.get(client) !== list);
  return {
    lists: changed.map(([client, list]) => ({
      client,
      text: JSON.stringify(list),
      views: list.views?.views.map(({ name }) => name) ?? [],
    })),
    gone: [...before.lists.keys()].filter((client) => !lists.has(client)),
    memories,
    state: isRestSame ? undefined : JSON.stringify(rest satisfies RestOfState),
  };
}

export interface AlertServiceDeps extends Omit<RelayBase, 'random'>, Pick<HistoryService, 'changes'> {
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  readonly bases: ChannelBases;
  readonly isKnown: (owner: string) => boolean;
  readonly ending: AbortSignal;
}
