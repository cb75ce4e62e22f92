import * as z from 'zod/mini';
import { errorCode } from '#relay/error-code.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

const use = z.object({ requests: z.int().check(z.gte(0)), lastUseAt: z.optional(z.number()) });

/** How an invite was used. `lastUseAt`: ms since 1970. */
export type InviteUse = z.infer<typeof use>;

/** The uses of invites by their ids, which outlive the process. Losing them costs figures and nothing else. */
export type InviteUses = ReturnType<typeof openInviteUses>;

const none: InviteUse = { requests: 0 };

/**
 * Counts from zero while the database does not answer; a damaged text counts as none.
 * @param saveMs least time between two writes
 */
export function openInviteUses(
  storage: Pick<StorageThread, 'ask'>,
  reportProblem: (problem: string, code: string) => void,
  saveMs: number,
) {
  const uses = new Map<string, InviteUse>();
  const name = 'invite-uses';
  let timer: NodeJS.Timeout | undefined;
  /** Until the stored uses are known, nothing may be written over them. */
  let stored: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    for (const [id, before] of parseUses(await storage.ask('loadDocument', name))) {
      const { requests, lastUseAt = before.lastUseAt } = uses.get(id) ?? none;
      uses.set(id, { requests: requests + before.requests, ...(lastUseAt !== undefined && { lastUseAt }) });
    }
  };
  const ready = (): Promise<void> => {
    stored ??= load().catch((error) => {
      stored = undefined;
      throw error;
    });
    return stored;
  };
  const report = (error: unknown): void => reportProblem('the uses of invites could not be stored', errorCode(error));
  /** Writes what has changed. Never rejects. */
  const save = async (): Promise<void> => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      await ready();
      await storage.ask('saveDocument', name, JSON.stringify(Object.fromEntries(uses)));
    } catch (error) {
      report(error);
    }
  };
  ready().catch(report);
  return {
    get: (id: string): InviteUse => uses.get(id) ?? none,
    record(id: string, at: number): void {
      uses.set(id, { requests: (uses.get(id)?.requests ?? 0) + 1, lastUseAt: at });
      timer ??= setTimeout(save, saveMs).unref();
    },
    save,
  };
}

function parseUses(text = '{}'): readonly [string, InviteUse][] {
  try {
    return Object.entries(z.record(z.string(), use).parse(JSON.parse(text)));
  } catch {
    return [];
  }
}
