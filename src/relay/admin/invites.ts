import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { lazyWork } from '#core/asks/lazy.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { minuteMs } from '#core/prices/age.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import type { ConfigFile, StoredInvite } from '#relay/admin/config-store.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';
import { createUpstreamShare, type UpstreamShare } from '#relay/feeds/key-limits.ts';
import { hashToken } from '#relay/token-hash.ts';

/** A token or an invite that is good at the moment. */
export interface Admission {
  /** Whether the person who runs the relay gave the token in `RELAY_TOKENS`. An invite is for somebody else. */
  readonly isOwner: boolean;
  readonly upstreamShare: UpstreamShare;
  readonly requests: RateLimiter;
  readonly recordUse: () => void;
}

const use = z.object({ requests: z.int().check(z.gte(0)), lastUseAt: z.optional(z.number()) });

const storedUses = z.record(z.string(), use);

export type InviteUse = z.infer<typeof use>;

/** The uses of invites by their ids, which outlive the process. Losing them costs figures and nothing else. */
export type InviteUses = ReturnType<typeof openInviteUses>;

const none: InviteUse = { requests: 0 };

/** Counts from zero while the database does not answer; a damaged text counts as none. */
export function openInviteUses(base: Pick<RelayBase, 'storage' | 'limits' | 'reportProblem'>) {
  const { storage, limits, reportProblem } = base;
  const uses = new Map<string, InviteUse>();
  const name = 'invite-uses';
  let timer: NodeJS.Timeout | undefined;
  /** Until the stored uses are known, nothing may be written over them. */
  const ready = lazyWork(async () => {
    const stored = storedUses.safeParse(parseJson((await storage.ask('loadDocument', name)) ?? '')).data ?? {};
    for (const [id, before] of Object.entries(stored)) {
      const { requests, lastUseAt = before.lastUseAt } = uses.get(id) ?? none;
      uses.set(id, { requests: requests + before.requests, ...(lastUseAt !== undefined && { lastUseAt }) });
    }
  });
  const report = (error: unknown): void => reportProblem('the uses of invites could not be stored', errorCode(error));
  const save = async (): Promise<void> => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    await ready()
      .then(() => storage.ask('saveDocument', name, JSON.stringify(Object.fromEntries(uses))))
      .catch(report);
  };
  ready().catch(report);
  return {
    get: (id: string): InviteUse => uses.get(id) ?? none,
    record(id: string, at: number): void {
      uses.set(id, { requests: (uses.get(id)?.requests ?? 0) + 1, lastUseAt: at });
      timer ??= setTimeout(save, limits.inviteSaveMs).unref();
    },
    save,
  };
}

export type InviteBook = ReturnType<typeof createInviteBook>;

/** Tokens are found by their SHA-256, so that the duration of a look-up tells nothing about one. */
export function createInviteBook(file: ConfigFile, isOpenToAll: boolean, uses: InviteUses, now: () => number) {
  let required = false;
  let byHash = new Map<string, { readonly stored: StoredInvite; readonly admission: Admission }>();
  const toValid = (stored: StoredInvite): Admission => ({
    isOwner: false,
    upstreamShare: createUpstreamShare(stored.sha256, stored.upstreamPerMinute),
    requests: createRateLimiter(stored.requestsPerMinute, minuteMs),
    recordUse: () => uses.record(stored.id, now()),
  });
  const update = ({ invites }: ConfigFile): void => {
    required = invites !== undefined || !isOpenToAll;
    const before = byHash;
    byHash = new Map(
      (invites ?? []).map((stored) => {
        const same = before.get(stored.sha256);
        // A limit counts on while others come and go.
        const admission = same && isDeepStrictEqual(same.stored, stored) ? same.admission : toValid(stored);
        return [stored.sha256, { stored, admission }];
      }),
    );
  };
  update(file);
  return {
    update,
    areRequired: () => required,
    find: (token: string) => (token === '' || byHash.size === 0 ? undefined : byHash.get(hashToken(token))?.admission),
    of: (hash: string): StoredInvite | undefined => byHash.get(hash)?.stored,
    useOf: uses.get,
  };
}

export function createInvite(
  quotas: Pick<StoredInvite, 'name' | 'requestsPerMinute' | 'upstreamPerMinute'>,
  now: number,
) {
  const token = randomBytes(24).toString('base64url');
  const id = randomBytes(6).toString('base64url');
  return { token, stored: { id, ...quotas, sha256: hashToken(token), createdAt: new Date(now).toISOString() } };
}

/** The extension knows this machine as `localhost`. */
export const extensionUrl = (url: string): string => url.replace('//127.0.0.1:', '//localhost:');

/** The link that fills both fields of the extension's relay form. A fragment is never sent to a server. */
export const inviteLink = (publicUrl: string, token: string): string => `${publicUrl}/#skinlens=${token}`;
