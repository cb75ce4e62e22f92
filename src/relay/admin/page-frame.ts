import type { ComponentChildren } from 'preact';
import { type Html, h, toMarkup } from '#relay/admin/html.ts';
import { type PageLanguage, type PageTexts, pageLanguages } from '#relay/admin/texts.ts';

/** What every view needs: the texts, and addresses and forms that carry the session. */
export interface PageContext {
  readonly texts: PageTexts;
  /** The secret of the session. */
  readonly session: string;
  /** The configuration that the page shows. */
  readonly revision: number;
}

/** Query parameters of the page. */
export interface PageParams {
  readonly lang?: PageLanguage;
  readonly step?: string;
  readonly draft?: string;
  readonly note?: string;
}

export function pageHref({ session, texts }: PageContext, params: PageParams = {}, path = '/'): string {
  const query = new URLSearchParams({ session, lang: texts.language, ...params });
  return `${path}?${query}`;
}

/** The session's secret, and what the sender of a form saw. */
export const HiddenFields = (
  { session, texts, revision }: PageContext,
  fields: Readonly<Record<string, string>> = {},
): Html[] =>
  Object.entries({ session, lang: texts.language, revision: String(revision), ...fields }).map(([name, value]) =>
    h('input', { type: 'hidden', name, value }),
  );

/** A form that changes something. */
export const Form = (
  context: PageContext,
  action: string,
  fields: Readonly<Record<string, string>>,
  ...children: ComponentChildren[]
): Html => h('form', { method: 'post', action, noValidate: true }, ...HiddenFields(context, fields), ...children);

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Attributes of the input. */
  readonly input: Readonly<Record<string, string | number | boolean>>;
}

export function Field({ name, label, hint, problem, input }: FieldOptions): Html {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  return h(
    'div',
    { class: 'field' },
    h('label', { for: name }, label),
    hint && h('p', { id: `${name}-hint`, class: 'hint' }, hint),
    h('input', {
      id: name,
      name,
      autocomplete: 'off',
      spellcheck: false,
      'aria-invalid': problem !== undefined,
      ...(described && { 'aria-describedby': described }),
      ...input,
    }),
    problem && h('p', { id: `${name}-problem`, class: 'problem', role: 'alert' }, problem),
  );
}

export type NoticeTone = 'good' | 'warn' | 'bad';

const signs: Readonly<Record<NoticeTone, string>> = { good: '✓', warn: '!', bad: '✕' };

/** A message with a sign, so that colour is not the only bearer of its meaning. */
export const NoticeBox = (tone: NoticeTone, ...children: ComponentChildren[]): Html =>
  h(
    'div',
    { class: `notice ${tone}`, role: tone === 'good' ? 'status' : 'alert' },
    h('span', { class: 'sign', 'aria-hidden': true }, signs[tone]),
    h('div', null, ...children),
  );

export const Section = (id: string, title: string, ...children: ComponentChildren[]): Html =>
  h('section', { 'aria-labelledby': id }, h('h2', { id }, title), ...children);

export const Buttons = (...buttons: Html[]): Html => h('div', { class: 'buttons' }, ...buttons);

/** Names with their values. A value with a `live` name stays true while the page is open. */
export const DataList = (...rows: readonly (DataRow | false)[]): Html =>
  h(
    'dl',
    null,
    ...rows.map(
      (row) =>
        row &&
        h('div', null, h('dt', null, row.name), h('dd', row.live ? { 'data-value': row.live } : null, ...row.values)),
    ),
  );

export interface DataRow {
  readonly name: string;
  readonly values: readonly Html[];
  readonly live?: string;
}

/** A cell with the attributes of its element. */
export type Cell = readonly [value: Html, attributes?: Readonly<Record<string, unknown>>];

/** A table whose first column names its rows. A column without a name is absent from the head. */
export const Table = (columns: readonly string[], rows: readonly (readonly [head: string, ...Cell[]])[]): Html =>
  h(
    'table',
    null,
    h('thead', null, h('tr', null, ...columns.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td', null))))),
    h(
      'tbody',
      null,
      ...rows.map(([head, ...cells]) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, head),
          ...cells.map(([value, attributes], at) =>
            h('td', { ...(columns[at + 1] && { 'data-name': columns[at + 1] }), ...attributes }, value),
          ),
        ),
      ),
    ),
  );

interface DocumentOptions {
  readonly texts: PageTexts;
  readonly title: string;
  /** The address of this page in another language. */
  readonly inLanguage: (lang: PageLanguage) => string;
  readonly body: ComponentChildren;
  /** The address that the script asks for what changes. */
  readonly live?: string | undefined;
}

/** A whole document without an inline script or style. */
export function renderDocument({ texts, title, inLanguage, body, live }: DocumentOptions): string {
  const languages = Object.entries(pageLanguages).map(([lang, name]) =>
    h(
      'a',
      {
        href: inLanguage(lang as PageLanguage),
        lang,
        hreflang: lang,
        ...(lang === texts.language && { 'aria-current': 'true' }),
      },
      name,
    ),
  );
  const markup = toMarkup(
    'html',
    { lang: texts.language },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, title),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('link', { rel: 'stylesheet', href: '/setup/page.css' }),
      h('script', { src: '/setup/page.js', defer: true }),
    ),
    h(
      'body',
      live ? { 'data-live': live } : null,
      h(
        'header',
        null,
        h('p', { class: 'brand' }, texts.text('title')),
        h('nav', { 'aria-label': texts.text('language') }, languages),
      ),
      h('main', null, body),
    ),
  );
  return `<!doctype html>${markup}`;
}
