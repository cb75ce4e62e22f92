import { minuteMs } from '#core/prices/age.ts';
import { parseRelayAddress } from '#core/settings/relay-address.ts';
import { StartError } from '#protocol/environment.ts';
import { HttpError } from '#protocol/http.ts';
import { createRateLimiter } from '#protocol/rate-limiter.ts';
import { describeDelivery } from '#relay/admin/alerts-view.ts';
import { baseUrl, type ConfigFile, ConflictError, displayName } from '#relay/admin/config-store.ts';
import { createInvite, extensionUrl, inviteLink } from '#relay/admin/invites.ts';
import { withNotice, withoutNotice } from '#relay/admin/own-notices.ts';
import { enterAddress, enterKey } from '#relay/admin/price-api-form.ts';
import type { PageRequest } from '#relay/admin/render-page.ts';
import { type Draft, mayBeSaved, type PriceApiTest, type SetupDeps, testPriceApi } from '#relay/admin/setup-deps.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import { type AlertChannel, alertChannel, channelHost } from '#relay/alerts/channel.ts';
import { errorCode } from '#relay/error-code.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

/** A form that cannot be carried out; nothing was changed. `text` says why, to be filled with `values`. */
export class SetupError extends HttpError {
  readonly text: PageTextKey;
  readonly values: Readonly<Record<string, string>>;

  constructor(status: 400 | 409 | 500, text: PageTextKey, values: Readonly<Record<string, string>> = {}) {
    super(status, text);
    this.text = text;
    this.values = values;
  }
}

/** Two requests each: together with the relay's 50 a minute they stay within the key's 60. */
const testsPerMinute = 5;

export type FormFields = (name: string) => string;

export type Outcome =
  | { readonly goTo: Readonly<Record<string, string>> }
  | { readonly show: Pick<PageRequest, 'notice' | 'made'> };

export type Post = (field: FormFields, texts: PageTexts) => Promise<Outcome>;

export type OpenDraft = (id: string | undefined) => Draft;

const toStatus: Outcome = { goTo: { step: 'status' } };
const saved: Outcome = { goTo: { step: 'status', note: 'saved' } };

/** The file as a form changes it; `undefined` for a form that is not filled in well. */
type Edit = (file: ConfigFile) => ConfigFile | undefined;

function createForms(deps: SetupDeps) {
  const change = (field: FormFields, edit: Edit) => changeConfig(deps, Number(field('revision')), edit);
  const then =
    (outcome: Outcome, act: (field: FormFields) => Promise<unknown>): Post =>
    async (field) => {
      await act(field);
      return outcome;
    };
  const edit = (outcome: Outcome, act: (file: ConfigFile, field: FormFields) => ConfigFile | undefined): Post =>
    then(outcome, (field) => change(field, (file) => act(file, field)));
  return { change, then, edit };
}

export function createPosts(deps: SetupDeps, openDraft: OpenDraft) {
  const draftOf = (field: FormFields): Draft => openDraft(field('draft') || undefined);
  const { change, then, edit } = createForms(deps);
  const test = createKeyTest(deps);
  const savePriceApi = async (field: FormFields, draft: Draft): Promise<Outcome> => {
    const { url, key } = draft;
    if (deps.config.isPriceApiFixed) throw new SetupError(409, 'setupFixed');
    if (key === undefined || url === '') throw new SetupError(400, 'errForm');
    await change(field, (file) => ({ ...file, priceApi: { url, key } }));
    draft.key = undefined;
    return { goTo: { step: 'done', draft: draft.id } };
  };
  return {
    '/setup/address': async (field) => {
      const draft = draftOf(field);
      return { goTo: { step: enterAddress(deps, draft, field('url')) ? 'key' : 'address', draft: draft.id } };
    },
    '/setup/key': async (field) => {
      const draft = draftOf(field);
      const isGood = enterKey(draft, field('key')) && (await test(draft)).kind === 'works';
      return isGood ? savePriceApi(field, draft) : { goTo: { step: 'key', draft: draft.id } };
    },
    '/setup/save': async (field) => {
      const draft = draftOf(field);
      if (!mayBeSaved(draft.test) || field('key') !== '') throw new SetupError(400, 'errForm');
      return savePriceApi(field, draft);
    },
    '/setup/invite': async (field, texts) => {
      const { name, publicUrl } = readInviteForm(field);
      const own = needsOwn(deps) && makeInvite(deps, texts.text('inviteOwn'), extensionUrl(deps.listensAt.url));
      const invites = [makeInvite(deps, name, publicUrl), ...(own ? [{ ...own, isOwn: true }] : [])];
      const added = invites.map(({ stored }) => stored);
      await change(field, (file) => ({ ...file, publicUrl, invites: [...(file.invites ?? []), ...added] }));
      return { show: { made: invites } };
    },
    '/setup/name': edit(saved, (file, field) => withName(file, field('name').trim())),
    '/setup/autostart': then(saved, (field) => switchAutostart(deps, field('to'))),
    '/setup/revoke': edit(toStatus, (file, field) => withoutInvite(file, field('id'))),
    '/setup/open-up': edit(toStatus, (file) => withoutInvites(deps, file)),
    '/setup/notices': edit(saved, withNotice),
    '/setup/notices/end': edit(toStatus, (file, field) => withoutNotice(file, field('site'))),
    '/setup/alerts': edit(saved, (file, field) => ({ ...file, alerts: readChannelForm(field) })),
    '/setup/alerts/off': edit(saved, ({ alerts: _, ...file }) => file),
    '/setup/alerts/test': createAlertTest(deps.alerts),
    '/setup/alerts/forget': then(toStatus, (field) => forgetList(deps, field('client'))),
  } satisfies Readonly<Record<string, Post>>;
}

/** From the first invite on the owner's own browser needs one, too. */
const needsOwn = ({ config, configStore }: SetupDeps): boolean =>
  configStore.current().invites === undefined && config.isLoopback && config.tokens.length === 0;

function makeInvite({ limits, now }: SetupDeps, name: string, url: string) {
  // As those of the owner's own tokens; the configuration file may say else.
  const { clientPerMinute: requestsPerMinute, tokenUpstreamPerMinute: upstreamPerMinute } = limits;
  const { token, stored } = createInvite({ name, requestsPerMinute, upstreamPerMinute }, now());
  return { stored, name, link: inviteLink(url, token) };
}

function createKeyTest(deps: SetupDeps) {
  const limit = createRateLimiter(testsPerMinute, minuteMs);
  return async (draft: Draft): Promise<PriceApiTest> => {
    const retryAfterMs = limit.take(performance.now());
    const { url, key = '' } = draft;
    draft.test =
      retryAfterMs > 0 ? { kind: 'failed', reason: 'budget', retryAfterMs } : await testPriceApi(deps, { url, key });
    return draft.test;
  };
}

function withName({ name: _, ...file }: ConfigFile, name: string): ConfigFile | undefined {
  if (name === '') return file;
  return displayName.safeParse(name).success ? { ...file, name } : undefined;
}

const withoutInvite = ({ invites = [], ...file }: ConfigFile, id: string): ConfigFile => ({
  ...file,
  invites: invites.filter((one) => one.id !== id),
});

function withoutInvites({ config }: SetupDeps, { invites, ...file }: ConfigFile): ConfigFile {
  if (!config.isLoopback || (invites ?? []).length > 0) throw new SetupError(409, 'errConflict');
  return file;
}

async function switchAutostart({ autostart, storage }: SetupDeps, to: string): Promise<void> {
  if (autostart === undefined || (to !== 'on' && to !== 'off')) throw new SetupError(400, 'errForm');
  const { path } = autostart;
  const problem = await storage
    .ask('switchAutostart', autostart, to)
    .catch((error) => ({ code: errorCode(error), path }));
  if (problem?.code === 'foreign') throw new SetupError(409, 'errForeign', { path: problem.path });
  if (problem) throw new SetupError(500, 'errAutostart', { ...problem });
}

function readInviteForm(fields: FormFields) {
  const name = displayName.safeParse(fields('inviteName').trim());
  const publicUrl = baseUrl.safeParse(fields('publicUrl').trim());
  if (!name.success || !publicUrl.success) throw new SetupError(400, 'errForm');
  // By the rule of the extension's own field.
  if ('problem' in parseRelayAddress(publicUrl.data)) throw new SetupError(400, 'errInviteAddress');
  return { name: name.data, publicUrl: publicUrl.data };
}

async function changeConfig({ configStore, checkConfig }: SetupDeps, revision: number, edit: Edit): Promise<void> {
  try {
    await configStore.change(revision, (file) => {
      const next = edit(file);
      if (!next) throw new SetupError(400, 'errForm');
      checkConfig(next);
      return next;
    });
  } catch (error) {
    if (error instanceof StartError) throw new SetupError(400, 'errUnusable', { reason: error.message });
    if (error instanceof TypeError) throw new SetupError(400, 'errForm');
    if (error instanceof ConflictError) throw new SetupError(409, 'errConflict');
    throw ofDisk(error, configStore.path);
  }
}

function createAlertTest({ status, test }: SetupDeps['alerts']): Post {
  const limit = createRateLimiter(testsPerMinute, minuteMs);
  return async (_field, texts) => {
    if (limit.take(performance.now()) > 0) throw new SetupError(409, 'errAlertTests');
    const { channel } = status();
    const delivery = await test(texts.text('alertsTestMessage'));
    if (!delivery || !channel) throw new SetupError(409, 'errConflict');
    const text = describeDelivery({ ...delivery, host: channelHost(channel) }, texts);
    return { show: { notice: { tone: delivery.problem === undefined ? 'good' : 'bad', text } } };
  };
}

const ofDisk = (error: unknown, path: string): unknown =>
  error instanceof StorageError ? new SetupError(500, 'errDisk', { path, code: error.code }) : error;

const forgetList = ({ alerts, config }: SetupDeps, client: string): Promise<unknown> =>
  alerts.forget(client).catch((error: unknown) => Promise.reject(ofDisk(error, config.databaseFile)));

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
