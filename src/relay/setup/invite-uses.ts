import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode } from '#relay/error-code.ts';
import { writeAtomically } from '#relay/storage/atomic-write.ts';

const use = z.object({ requests: z.int().check(z.gte(0)), lastUseAt: z.optional(z.number()) });

/** How an invite was used. `lastUseAt`: ms since 1970. */
export type InviteUse = z.infer<typeof use>;

const fileName = 'invite-uses.json';

/** Least time between two writes, in ms. */
const saveMs = 60_000;

/** The uses of invites by their ids, which outlive the process. Losing them costs figures and nothing else. */
export interface InviteUses {
  readonly get: (id: string) => InviteUse;
  readonly record: (id: string, at: number) => void;
  /** Writes what has changed. Never rejects. */
  readonly save: () => Promise<void>;
}

const none: InviteUse = { requests: 0 };

/** @param folder the cache folder; a damaged file counts as none */
export async function openInviteUses(
  folder: string,
  reportProblem: (problem: string, code: string) => void,
): Promise<InviteUses> {
  const uses = await readUses(folder);
  let timer: NodeJS.Timeout | undefined;
  const save = async () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    await writeAtomically(folder, fileName, JSON.stringify(Object.fromEntries(uses))).catch((error) =>
      reportProblem('the uses of invites could not be stored', errorCode(error)),
    );
  };
  return {
    get: (id) => uses.get(id) ?? none,
    record(id, at) {
      uses.set(id, { requests: (uses.get(id)?.requests ?? 0) + 1, lastUseAt: at });
      timer ??= setTimeout(save, saveMs).unref();
    },
    save,
  };
}

async function readUses(folder: string): Promise<Map<string, InviteUse>> {
  try {
    return new Map(
      Object.entries(z.record(z.string(), use).parse(JSON.parse(await readFile(join(folder, fileName), 'utf8')))),
    );
  } catch {
    return new Map();
  }
}
