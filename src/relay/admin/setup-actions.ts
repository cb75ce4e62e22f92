import { marketIds } from '#core/markets.ts';
import { StartError } from '#protocol/environment.ts';
import { createRateLimiter } from '#protocol/rate-limiter.ts';
import { type ConfigFile, displayName, quota } from '#relay/admin/config-file.ts';
import { ConfigChangeError } from '#relay/admin/config-store.ts';
import type { Draft } from '#relay/admin/drafts.ts';
import { marketField } from '#relay/admin/history-views.ts';
import { createInvite, inviteLink } from '#relay/admin/invites.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import { type AlertChannel, alertChannel } from '#relay/alerts/channel.ts';
import type { Delivery } from '#relay/alerts/deliver.ts';
import { baseUrl, isPlainHttp, secret } from '#relay/config-fields.ts';
import { errorCode } from '#relay/error-code.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { ImportedFile } from '#relay/store/storage-work.ts';

/** A form that cannot be carried out; nothing was changed. `text` says why, to be filled with `values`. */
export class SetupError extends Error {
  readonly status: 400 | 409 | 500;
  readonly text: PageTextKey;
  readonly values: Readonly<Record<string, string>>;

  constructor(status: 400 | 409 | 500, text: PageTextKey, values: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.text = text;
    this.values = values;
  }
}

const maxKeyLength = 500;
/** Two requests each: together with the relay's 50 a minute they stay within the key's 60. */
const testsPerMinute = 5;

/** The fields of a form. A missing field is empty. */
export type FormFields = (name: string) => string;

/** What the page's forms do. All changes throw SetupError. */
export function createSetupActions(deps: SetupDeps) {
  const testLimit = createRateLimiter(testsPerMinute, 60_000);
  const change = (revision: number, edit: (file: ConfigFile) => ConfigFile) => changeConfig(deps, revision, edit);
  return {
    /** Takes the address up in the draft; `false` for a bad one. */
    enterAddress: (draft: Draft, typed: string) => enterAddress(deps, draft, typed),
    enterKey,
    async test(draft: Draft): Promise<PriceApiTest> {
      const waitMs = testLimit.take(performance.now());
      const { url, key = '' } = draft;
      draft.test =
        waitMs > 0 ? { kind: 'failed', reason: 'budget', retryAfterMs: waitMs } : await deps.testPriceApi({ url, key });
      return draft.test;
    },
    /** Writes the draft's address and key. */
    async savePriceApi(draft: Draft, revision: number): Promise<void> {
      const { url, key } = draft;
      if (deps.config.isPriceApiFixed) throw new SetupError(409, 'setupFixed');
      if (key === undefined || url === '') throw new SetupError(400, 'errForm');
      await change(revision, (file) => ({ ...file, priceApi: { url, key } }));
      draft.key = undefined;
    },
    rename(typed: string, revision: number): Promise<void> {
      const name = typed.trim();
      if (name !== '' && !displayName.safeParse(name).success) throw new SetupError(400, 'errForm');
      return change(revision, ({ name: _, ...file }) => (name === '' ? file : { ...file, name }));
    },
    /** Returns what is shown once: the link. */
    async invite(fields: FormFields, revision: number) {
      const { name, publicUrl, quotas } = readInviteForm(fields);
      const { token, stored } = createInvite({ name, ...quotas }, deps.now());
      await change(revision, (file) => ({ ...file, publicUrl, invites: [...(file.invites ?? []), stored] }));
      return { name, link: inviteLink(publicUrl, token) };
    },
    revoke: (id: string, revision: number) =>
      change(revision, (file) => ({ ...file, invites: (file.invites ?? []).filter((one) => one.id !== id) })),
    /** Starts the relay at login (`on`) or no longer (`off`). */
    switchAutostart: (to: string) => switchAutostart(deps, to),
    setHistory: (fields: FormFields, revision: number) => change(revision, (file) => withHistory(deps, file, fields)),
    setAlerts: (fields: FormFields, revision: number) =>
      change(revision, (file) => ({ ...file, alerts: readChannelForm(fields) })),
    endAlerts: (revision: number) => change(revision, ({ alerts: _, ...file }) => file),
    testAlerts: createAlertTest(deps.alerts),
    /** Imports a file of older prices. */
    importFile: (file: File | undefined) => importFile(deps.history.service(), file),
    /** Removes an empty list of invites, so that this machine needs none. */
    openUp: (revision: number) =>
      change(revision, ({ invites, ...file }) => {
        if (!deps.config.isLoopback || (invites ?? []).length > 0) throw new SetupError(409, 'errConflict');
        return file;
      }),
  };
}

async function switchAutostart({ autostart, disk }: SetupDeps, to: string): Promise<void> {
  if (autostart === undefined || (to !== 'on' && to !== 'off')) throw new SetupError(400, 'errForm');
  const { path } = autostart;
  const problem = await disk.ask('switchAutostart', autostart, to).catch((error) => ({ code: errorCode(error), path }));
  if (problem?.code === 'foreign') throw new SetupError(409, 'errForeign', { path: problem.path });
  if (problem) throw new SetupError(500, 'errAutostart', { ...problem });
}

/** An address without a scheme is https. */
function enterAddress({ config }: SetupDeps, draft: Draft, typed: string): boolean {
  const text = typed.trim();
  const parsed = baseUrl.safeParse(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  const isAddress = parsed.success && text !== '' && text.length <= 2048;
  const isGood = isAddress && !isPlainHttp(parsed.data, config.plainHttpHosts);
  draft.url = isGood ? parsed.data : text.slice(0, 2048);
  draft.problem = isGood ? undefined : isAddress ? 'badPlainHttp' : 'badAddress';
  draft.test = undefined;
  return isGood;
}

/** Takes a key up in the draft, unless the field is empty and there is one; `false` for a bad one. */
function enterKey(draft: Draft, typed: string): boolean {
  const text = typed.trim();
  const isKept = text === '' && draft.key !== undefined;
  const isGood = isKept || (text.length <= maxKeyLength && secret.safeParse(text).success);
  if (!isKept) draft.key = isGood ? text : undefined;
  draft.problem = isGood ? undefined : 'badKey';
  draft.test = undefined;
  return isGood;
}

function readInviteForm(fields: FormFields) {
  const name = displayName.safeParse(fields('inviteName').trim());
  const publicUrl = baseUrl.safeParse(fields('publicUrl').trim());
  const requests = quota.safeParse(Number(fields('requestsPerMinute')));
  const upstream = quota.safeParse(Number(fields('upstreamPerMinute')));
  if (!name.success || !publicUrl.success || !requests.success || !upstream.success) {
    throw new SetupError(400, 'errForm');
  }
  const quotas = { requestsPerMinute: requests.data, upstreamPerMinute: upstream.data };
  return { name: name.data, publicUrl: publicUrl.data, quotas };
}

/** Switches the history on or off and chooses its markets, as far as the environment does not. */
function withHistory({ history }: SetupDeps, file: ConfigFile, fields: FormFields): ConfigFile {
  const { isHistoryFileFixed, areHistoryMarketsFixed } = history.config();
  const chosen = marketIds.filter((id) => fields(marketField(id)) !== '');
  if (!areHistoryMarketsFixed && chosen.length === 0) throw new SetupError(400, 'errHistoryMarkets');
  const { history: _, ...rest } = file;
  const isOff = fields('keep') === '' && { history: 'off' };
  return {
    ...(isHistoryFileFixed ? file : { ...rest, ...isOff }),
    ...(!areHistoryMarketsFixed && { historyMarkets: chosen }),
  };
}

async function changeConfig(
  { store, checkConfig }: SetupDeps,
  revision: number,
  edit: (file: ConfigFile) => ConfigFile,
): Promise<void> {
  try {
    await store.change(revision, (file) => {
      const next = edit(file);
      checkConfig(next);
      return next;
    });
  } catch (error) {
    if (error instanceof StartError) throw new SetupError(400, 'errUnusable', { reason: error.message });
    if (error instanceof TypeError) throw new SetupError(400, 'errForm');
    if (!(error instanceof ConfigChangeError)) throw error;
    if (error.code === 'conflict') throw new SetupError(409, 'errConflict');
    throw new SetupError(500, 'errDisk', { path: store.path, code: error.code });
  }
}

/** Sends test messages, a few a minute. */
function createAlertTest({ test }: SetupDeps['alerts']): (message: string) => Promise<Delivery> {
  const limit = createRateLimiter(testsPerMinute, 60_000);
  return async (message) => {
    if (limit.take(performance.now()) > 0) throw new SetupError(409, 'errAlertTests');
    const delivery = await test(message);
    if (!delivery) throw new SetupError(409, 'errConflict');
    return delivery;
  };
}

const formErrors = new Map<string, PageTextKey>([
  ['ntfy', 'errNtfy'],
  ['discord', 'errDiscord'],
  ['telegram', 'errTelegram'],
]);

function readChannelForm(fields: FormFields): AlertChannel {
  const typed = (name: string): string => fields(name).trim();
  const kind = fields('kind');
  const url = kind === 'ntfy' ? `${typed('server').replace(/\/$/, '')}/${typed('topic')}` : typed('webhook');
  const given = kind === 'telegram' ? { kind, token: typed('token'), chat: typed('chat') } : { kind, url };
  const channel = alertChannel.safeParse(given).data;
  if (!channel) throw new SetupError(400, formErrors.get(kind) ?? 'errForm');
  return channel;
}

const refusals = {
  rows: 'errImportRows',
  json: 'errImportJson',
  csv: 'errImportCsv',
  columns: 'errImportColumns',
} as const satisfies Readonly<Record<string, PageTextKey>>;

async function importFile(service: HistoryService | undefined, file: File | undefined): Promise<ImportedFile> {
  if (!service) throw new SetupError(409, 'errImportOff');
  if (!file) throw new SetupError(400, 'errImportNone');
  const result = await service.importFile(await file.bytes()).catch(() => {
    throw new SetupError(500, 'errImportDisk');
  });
  if (!result.isRead) throw new SetupError(400, refusals[result.refusal], { detail: result.detail });
  return result;
}
