import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError } from '#protocol/http.ts';
import { hostWithoutBrackets, isLoopbackAddress, isLoopbackHost, localAuthority } from '#protocol/loopback.ts';
import { readOwnFile } from '#protocol/node-files.ts';
import type { NodeBindings } from '#protocol/node-server.ts';
import { type PageRequest, renderLocked, renderPage } from '#relay/admin/render-page.ts';
import { proofOf, proofPath } from '#relay/admin/session-file.ts';
import { createPosts, type FormFields, type OpenDraft, type Post, SetupError } from '#relay/admin/setup-actions.ts';
import { type Draft, openSetup, type SetupDeps, type SetupStart } from '#relay/admin/setup-deps.ts';
import { choosePageLanguage, pageTexts } from '#relay/admin/texts.ts';
import { checkHost, limitBody } from '#relay/api/access.ts';
import { isForwarded } from '#relay/api/api-context.ts';
import { isSameSecret } from '#relay/token-hash.ts';

type AppContext = Context<{ Bindings: NodeBindings }>;

const maxFormBytes = 16 * 1024;

const script = new URL('page.js', import.meta.url);
const styleSheets = [
  new URL('page.css', import.meta.url),
  new URL('controls.css', import.meta.url),
  new URL('status.css', import.meta.url),
];

const readText = async (file: URL): Promise<string> => (await readOwnFile(file)).toString('utf8');

export async function startSetup(start: SetupStart) {
  const deps = openSetup(start);
  const [js, css] = [await readText(script), (await Promise.all(styleSheets.map(readText))).join('\n')];
  const app = new Hono<{ Bindings: NodeBindings }>();
  const isSession = (given = ''): boolean => isSameSecret(given, deps.secret);
  const pages = createPages(deps);
  app.onError((error, c) => refuse(c, error));
  app.notFound((c) => refuse(c, new HttpError(404, 'there is nothing at this address')));
  app.use(guardSetup);
  app.get('/setup/page.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/setup/page.js', (c) => c.body(js, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  const codes = createCodes();
  app.get('/', async (c) => {
    const code = c.req.query('code');
    if (code && (await isOwnSocket(c.env.incoming.socket)) && codes.take(code))
      return c.redirect(`/?${new URLSearchParams({ session: deps.secret })}`, 303);
    if (isSession(c.req.query('session'))) return pages.show(c);
    return c.html(renderLocked(languageOf(c, c.req.query('lang'))), 403);
  });
  app.get(proofPath, (c) => c.text(proofOf(deps.secret, c.req.query('nonce') ?? '')));
  const readOwnForm = async (c: AppContext): Promise<FormFields> => {
    const field = await readForm(c);
    if (!isSession(field('session'))) throw new HttpError(403, 'open the address that the relay printed');
    return field;
  };
  for (const [path, act] of Object.entries(createPosts(deps, pages.openDraft)))
    app.post(path, limitBody(maxFormBytes), async (c) => pages.answer(c, await readOwnForm(c), act));
  app.post('/setup/code', limitBody(maxFormBytes), async (c) => {
    await readOwnForm(c);
    return c.text(codes.make());
  });
  return {
    relay: deps.relay,
    due: deps.alerts.due,
    /** Returns the page's address; `undefined` at one address of the network, where it answers nobody. */
    listening(url: string, takenPort: number | undefined): string | undefined {
      deps.listensAt = { url, takenPort };
      const origin = pageOrigin(url);
      return isLoopbackHost(hostWithoutBrackets(origin)) ? `${origin}/?session=${deps.secret}` : undefined;
    },
    /** Opens the page once: a command line, which every user of this machine reads, may have it. */
    codeUrl: () => `${pageOrigin(deps.listensAt.url)}/?code=${codes.make()}`,
    owns: (target: string) => /^\/(?:$|\?|setup\/)/.test(target),
    fetch: (request: Request, node: NodeBindings) => app.fetch(request, node),
  };
}

/** A server that listens on every address has its page on loopback alone. */
const pageOrigin = (url: string): string => `http://${localAuthority(hostWithoutBrackets(url))}:${new URL(url).port}`;

/** One code at a time, which the first request takes. */
function createCodes() {
  let [code, until] = ['', 0];
  return {
    make(): string {
      [code, until] = [randomBytes(18).toString('base64url'), performance.now() + minuteMs];
      return code;
    },
    take(given = ''): boolean {
      const isGood = code !== '' && performance.now() < until && isSameSecret(given, code);
      if (isGood) code = '';
      return isGood;
    },
  };
}

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);

/** Whether this user asks, as far as Linux tells: every user can read the code on a browser's command line. */
async function isOwnSocket({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const owners = tables
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, local, remote, , , , , uid] = line.trim().split(/\s+/);
      return portOf(local) === remotePort && portOf(remote) === localPort ? [Number(uid)] : [];
    });
  return owners.length > 0 && owners.every((uid) => uid === process.getuid?.());
}

/** Refused requests are not a person's, so they are answered in English. */
function refuse(c: AppContext, error: unknown): Response {
  const known = error instanceof HttpError ? error : new HttpError(500, 'the page failed');
  return c.text(`${known.message}\n`, known.status, known.headers);
}

const languageOf = (c: AppContext, wanted: string | undefined) =>
  choosePageLanguage(wanted, c.req.header('accept-language') ?? null);

async function readForm(c: AppContext): Promise<FormFields> {
  const form = await c.req.formData().catch(() => {
    throw new HttpError(400, 'a form is expected');
  });
  return (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
}

/** Windows that set up at once; the one unused for longest is forgotten first. */
const maxDrafts = 16;

function createPages(deps: SetupDeps) {
  const drafts = new LRUCache<string, Draft>({ max: maxDrafts });
  const openDraft: OpenDraft = (known) => {
    const id = known || randomBytes(9).toString('base64url');
    const draft = drafts.get(id) ?? { id, url: deps.relay.priceApi()?.url ?? '' };
    drafts.set(id, draft);
    return draft;
  };
  const show = async (c: AppContext): Promise<Response> => {
    const draft = openDraft(c.req.query('draft'));
    const step = toStep(c.req.query('step'), deps, draft);
    const language = languageOf(c, c.req.query('lang'));
    const saved = c.req.query('note') === 'saved' ? pageTexts(language).text('saved') : undefined;
    const notice = saved === undefined ? undefined : ({ tone: 'good', text: saved } as const);
    return c.html(await renderPage(deps, { language, step, draft, notice, find: c.req.query('find') }));
  };
  /** A form that cannot be carried out shows the page as it is now, with the reason on top. */
  const answer = async (c: AppContext, field: FormFields, act: Post): Promise<Response> => {
    const language = languageOf(c, field('lang'));
    const texts = pageTexts(language);
    try {
      const outcome = await act(field, texts);
      if ('goTo' in outcome)
        return c.redirect(`/?${new URLSearchParams({ session: deps.secret, lang: language, ...outcome.goTo })}`, 303);
      const draft = openDraft(undefined);
      return c.html(await renderPage(deps, { language, step: 'status', draft, ...outcome.show }));
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      const text = texts.text(error.text, error.values);
      const draft = openDraft(field('draft') || undefined);
      const step = error.text === 'errDisk' && draft.key !== undefined ? 'key' : 'status';
      return c.html(await renderPage(deps, { language, step, draft, notice: { tone: 'bad', text } }), error.status);
    }
  };
  return { openDraft, show, answer };
}

function toStep(wanted: string | undefined, deps: SetupDeps, draft: Draft): PageRequest['step'] {
  if (deps.config.isPriceApiFixed || wanted === 'status') return 'status';
  if (wanted === 'key' && draft.url !== '') return 'key';
  if (wanted === 'done' && deps.relay.priceApi()) return 'done';
  return wanted === 'address' || deps.relay.priceApi() === undefined ? 'address' : 'status';
}

/** Refuses the network, proxies, web pages, frames, and foreign host names (DNS rebinding). @throws HttpError */
export function checkSetupRequest({ req, env }: Pick<AppContext, 'req' | 'env'>): void {
  const isHere = isLoopbackAddress(env.incoming.socket.remoteAddress ?? '') && !isForwarded({ req, env });
  if (!isHere) throw new HttpError(404, 'there is nothing at this address');
  const { method } = req;
  const host = req.header('host');
  checkHost(host, true);
  if (method !== 'GET' && method !== 'POST') throw new HttpError(405, 'GET and POST only', { Allow: 'GET, POST' });
  const site = req.header('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin') throw new HttpError(403, 'another page may not use this one');
  if (/^(?:i?frame|embed|object|fencedframe)$/.test(req.header('sec-fetch-dest') ?? '')) {
    throw new HttpError(403, 'this page may not be framed');
  }
  const origin = req.header('origin');
  const isOwn = origin === `http://${host}`;
  if (method === 'POST' ? !isOwn : origin !== undefined && !isOwn) {
    throw new HttpError(403, 'another page may not use this one');
  }
}

/** Headers of every response of the setup: nothing may frame, keep, or add to it, and no address leaves it. */
const setupHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers send `Origin: null` with a form.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

const guardSetup: MiddlewareHandler<{ Bindings: NodeBindings }> = async (c, next) => {
  for (const [name, value] of Object.entries(setupHeaders)) c.header(name, value);
  checkSetupRequest(c);
  return next();
};
