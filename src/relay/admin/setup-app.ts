import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HttpError } from '#protocol/http-error.ts';
import type { NodeBindings } from '#protocol/node-server.ts';
import { createAlertTest, readChannelForm } from '#relay/admin/alert-actions.ts';
import { describeDelivery } from '#relay/admin/alerts-view.ts';
import type { PageAssets } from '#relay/admin/assets.ts';
import { dayChart } from '#relay/admin/day-chart.ts';
import { createDrafts, type Draft } from '#relay/admin/drafts.ts';
import { importLines, maxImportBytes } from '#relay/admin/history-views.ts';
import { importFormFile } from '#relay/admin/import-form.ts';
import { maxFormBytes, readForm, type SentForm } from '#relay/admin/read-form.ts';
import { liveState, type PageRequest, renderLocked, renderPage } from '#relay/admin/render-page.ts';
import { proofOf, proofPath } from '#relay/admin/session-file.ts';
import { createSetupActions, type FormFields, type SetupActions, SetupError } from '#relay/admin/setup-actions.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { checkSetupRequest, createSessionCheck, setupHeaders } from '#relay/admin/setup-guard.ts';
import { mayBeSaved } from '#relay/admin/test-price-api.ts';
import { choosePageLanguage, pageTexts } from '#relay/admin/texts.ts';
import { channelHost } from '#relay/alerts/channel.ts';
import { limitBody } from '#relay/api/limit-body.ts';

/** The setup and status page. */
export interface SetupApp {
  /** Whether a request target is the page's. */
  readonly owns: (target: string) => boolean;
  readonly fetch: (request: Request, node: NodeBindings) => Response | Promise<Response>;
}

type AppContext = Context<{ Bindings: NodeBindings }>;

const isOwnPath = /^\/(?:$|\?|setup\/)/;

export function createSetupApp(deps: SetupDeps, assets: PageAssets): SetupApp {
  const app = new Hono<{ Bindings: NodeBindings }>();
  const isSession = createSessionCheck(deps.secret);
  const page = createPages(deps);
  const checkAddress: MiddlewareHandler = async (c, next) => {
    if (!isSession(c.req.query('session'))) throw noSession();
    await next();
  };
  app.onError((error, c) => refuse(c, error));
  app.notFound((c) => refuse(c, new HttpError(404, 'there is nothing at this address')));
  app.use(async (c, next) => {
    checkSetupRequest({
      method: c.req.method,
      remoteAddress: c.env.incoming.socket.remoteAddress ?? '',
      header: (name) => c.req.header(name),
    });
    await next();
    for (const [name, value] of Object.entries(setupHeaders)) c.res.headers.set(name, value);
  });
  app.get('/setup/page.css', (c) => c.body(assets.css, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/setup/page.js', (c) => c.body(assets.script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.get('/', (c) => {
    if (isSession(c.req.query('session'))) return page.show(c);
    return c.html(renderLocked(languageOf(c, c.req.query('lang'))), 403);
  });
  app.get(proofPath, (c) => c.text(proofOf(deps.secret, c.req.query('nonce') ?? '')));
  app.get('/setup/*', checkAddress);
  app.get('/setup/live', async (c) => c.json(await liveState(deps, pageTexts(languageOf(c, c.req.query('lang'))))));
  app.get('/setup/chart.svg', (c) => {
    const texts = pageTexts(languageOf(c, c.req.query('lang')));
    const svg = dayChart(deps.activity.lastDay(), deps.limits.upstreamPerMinute, texts);
    return c.body(svg, 200, { 'Content-Type': 'image/svg+xml' });
  });
  for (const [path, act] of Object.entries(page.posts)) {
    app.post(path, limitBody(maxFormBytes), async (c) => {
      const { fields } = await readForm(c.req.raw);
      if (!isSession(fields('session'))) throw noSession();
      return act(c, fields);
    });
  }
  app.post('/setup/import', checkAddress, limitBody(maxImportBytes + maxFormBytes), async (c) => {
    const form = await readForm(c.req.raw);
    if (!isSession(form.fields('session'))) throw noSession();
    return page.importFile(c, form);
  });
  return { owns: (target) => isOwnPath.test(target), fetch: (request, node) => app.fetch(request, node) };
}

const noSession = (): HttpError => new HttpError(403, 'open the address that the relay printed');

/** Refused requests are not a person's, so they are answered in English. */
function refuse(c: AppContext, error: unknown): Response {
  const known = error instanceof HttpError ? error : new HttpError(500, 'the page failed');
  return c.text(`${known.message}\n`, known.status, { ...setupHeaders, ...known.headers });
}

const languageOf = (c: AppContext, wanted: string | undefined) =>
  choosePageLanguage(wanted, c.req.header('accept-language') ?? null);

type Post = (c: AppContext, fields: FormFields) => Promise<Response>;

function createPages(deps: SetupDeps) {
  const drafts = createDrafts();
  const actions = createSetupActions(deps);
  const openDraft = (id: string | undefined): Draft => drafts.open(id, deps.priceApi()?.url ?? '');
  const show = async (c: AppContext): Promise<Response> => {
    const draft = openDraft(c.req.query('draft'));
    const step = toStep(c.req.query('step'), deps, draft);
    const language = languageOf(c, c.req.query('lang'));
    const saved = c.req.query('note') === 'saved' ? pageTexts(language).text('saved') : undefined;
    const notice = saved === undefined ? undefined : ({ tone: 'good', text: saved } as const);
    return c.html(await renderPage(deps, { language, step, draft, notice }));
  };
  const posts: Readonly<Record<string, Post>> = Object.fromEntries(
    Object.entries({
      ...postActions(deps, actions, openDraft),
      ...alertPosts(deps, actions, () => openDraft(undefined)),
    }).map(([path, act]) => [path, orExplain(deps, openDraft, act)]),
  );
  const importFile = (c: AppContext, { fields, file }: SentForm): Promise<Response> => {
    const act: Post = async () => {
      const imported = await importFormFile(deps.history.service(), file);
      const language = languageOf(c, fields('lang'));
      if (isCommand(c)) return c.text(importLines(pageTexts(language), imported).join('\n'));
      const draft = openDraft(undefined);
      return c.html(await renderPage(deps, { language, step: 'status', draft, imported }));
    };
    return orExplain(deps, openDraft, act)(c, fields);
  };
  return { show, posts, importFile };
}

/** A window without a key begins with the setup. */
function toStep(wanted: string | undefined, deps: SetupDeps, draft: Draft): PageRequest['step'] {
  if (deps.isPriceApiFixed || wanted === 'status') return 'status';
  if (wanted === 'key' && draft.url !== '') return 'key';
  if (wanted === 'done' && deps.priceApi()) return 'done';
  return wanted === 'address' || deps.priceApi() === undefined ? 'address' : 'status';
}

/** The relay's own command line reads plain text. */
const isCommand = (c: AppContext): boolean => c.req.header('accept') === 'text/plain';

/** A form that cannot be carried out shows the page as it is now, with the reason on top. */
function orExplain(deps: SetupDeps, openDraft: (id: string | undefined) => Draft, act: Post): Post {
  return async (c, fields) => {
    try {
      return await act(c, fields);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      const language = languageOf(c, fields('lang'));
      const text = pageTexts(language).text(error.text, error.values);
      if (isCommand(c)) return c.text(text, error.status);
      const notice = { tone: 'bad', text } as const;
      const draft = openDraft(fields('draft') || undefined);
      const step = error.text === 'errDisk' && draft.key !== undefined ? 'key' : 'status';
      return c.html(await renderPage(deps, { language, step, draft, notice }), error.status);
    }
  };
}

const createGoTo =
  ({ secret }: SetupDeps) =>
  (c: AppContext, fields: FormFields, params: Record<string, string>): Response => {
    const query = new URLSearchParams({ session: secret, lang: languageOf(c, fields('lang')), ...params });
    return c.redirect(`/?${query}`, 303);
  };

const revisionOf = (fields: FormFields): number => Number(fields('revision'));

function alertPosts(deps: SetupDeps, actions: SetupActions, newDraft: () => Draft): Readonly<Record<string, Post>> {
  const goTo = createGoTo(deps);
  const test = createAlertTest(deps.alerts);
  const saved = { step: 'status', note: 'saved' } as const;
  return {
    '/setup/alerts': async (c, fields) => {
      await actions.setAlerts(readChannelForm(fields), revisionOf(fields));
      return goTo(c, fields, saved);
    },
    '/setup/alerts/off': async (c, fields) => {
      await actions.setAlerts(undefined, revisionOf(fields));
      return goTo(c, fields, saved);
    },
    '/setup/alerts/test': async (c, fields) => {
      const language = languageOf(c, fields('lang'));
      const texts = pageTexts(language);
      const { channel } = deps.alerts.status();
      const delivery = await test(texts.text('alertsTestMessage'));
      const text = describeDelivery(delivery, channel ? channelHost(channel) : '', texts);
      const notice = { tone: delivery.problem === undefined ? 'good' : 'bad', text } as const;
      return c.html(await renderPage(deps, { language, step: 'status', draft: newDraft(), notice }));
    },
  };
}

function postActions(
  deps: SetupDeps,
  actions: SetupActions,
  openDraft: (id: string | undefined) => Draft,
): Readonly<Record<string, Post>> {
  const goTo = createGoTo(deps);
  const draftOf = (fields: FormFields): Draft => openDraft(fields('draft') || undefined);
  const toStatus = (c: AppContext, fields: FormFields): Response => goTo(c, fields, { step: 'status' });
  return {
    '/setup/address': async (c, fields) => {
      const draft = draftOf(fields);
      const step = actions.enterAddress(draft, fields('url')) ? 'key' : 'address';
      return goTo(c, fields, { step, draft: draft.id });
    },
    '/setup/key': async (c, fields) => {
      const draft = draftOf(fields);
      const isGood = actions.enterKey(draft, fields('key')) && (await actions.test(draft)).kind === 'works';
      if (isGood) await actions.savePriceApi(draft, revisionOf(fields));
      return goTo(c, fields, { step: isGood ? 'done' : 'key', draft: draft.id });
    },
    '/setup/save': async (c, fields) => {
      const draft = draftOf(fields);
      if (!mayBeSaved(draft.test) || fields('key') !== '') throw new SetupError(400, 'errForm');
      await actions.savePriceApi(draft, revisionOf(fields));
      return goTo(c, fields, { step: 'done', draft: draft.id });
    },
    '/setup/name': async (c, fields) => {
      await actions.rename(fields('name'), revisionOf(fields));
      return goTo(c, fields, { step: 'status', note: 'saved' });
    },
    '/setup/invite': async (c, fields) => {
      const made = await actions.invite(fields, revisionOf(fields));
      const page = {
        language: languageOf(c, fields('lang')),
        step: 'status',
        draft: openDraft(undefined),
        made,
      } as const;
      return c.html(await renderPage(deps, page));
    },
    '/setup/history': async (c, fields) => {
      await actions.setHistory(fields, revisionOf(fields));
      return goTo(c, fields, { step: 'status', note: 'saved' });
    },
    '/setup/autostart': async (c, fields) => {
      await actions.switchAutostart(fields('to'));
      return goTo(c, fields, { step: 'status', note: 'saved' });
    },
    '/setup/revoke': async (c, fields) => {
      await actions.revoke(fields('id'), revisionOf(fields));
      return toStatus(c, fields);
    },
    '/setup/open-up': async (c, fields) => {
      await actions.openUp(revisionOf(fields));
      return toStatus(c, fields);
    },
  };
}
