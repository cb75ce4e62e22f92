import { html, raw } from 'hono/html';
import { type PageLanguage, type PageTexts, pageLanguages } from '#relay/admin/texts.ts';

/** A piece of a page; `false` and `undefined` draw nothing. */
export type Html = ReturnType<typeof html> | string | false | undefined | readonly Html[];

/** Attributes of an element. One that is `false` is left out, and one that is `true` has no value. */
export const attributes = (all: Readonly<Record<string, string | number | boolean | undefined>>): Html =>
  Object.entries(all).map(
    ([name, value]) =>
      value !== false && value !== undefined && (value === true ? html` ${raw(name)}` : html` ${raw(name)}="${value}"`),
  );

export interface PageContext {
  readonly texts: PageTexts;
  readonly session: string;
  readonly revision: number;
}

export const pageHref = ({ session, texts }: PageContext, params: Readonly<Record<string, string>>): string =>
  `/?${new URLSearchParams({ session, lang: texts.language, ...params })}`;

export const Hidden = (fields: Readonly<Record<string, string | number>>): Html =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

export function Form({ session, texts, revision }: PageContext, action: string, ...children: Html[]): Html {
  const hidden = Hidden({ session, lang: texts.language, revision });
  return html`<form method="post" action="${action}" novalidate>${hidden}${children}</form>`;
}

interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly input: Parameters<typeof attributes>[0];
}

export function Field({ name, label, hint, problem, input }: FieldOptions): Html {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const more = { 'aria-invalid': String(problem !== undefined), 'aria-describedby': described || undefined, ...input };
  return html`<div class="field"><label for="${name}">${label}</label>
    ${hint && html`<p id="${name}-hint" class="hint">${hint}</p>`}
    <input id="${name}" name="${name}" autocomplete="off" spellcheck="false"${attributes(more)}>
    ${problem && html`<p id="${name}-problem" class="problem" role="alert">${problem}</p>`}</div>`;
}

const signs = { good: '✓', warn: '!', bad: '✕' } as const;

export type NoticeTone = keyof typeof signs;

/** A message with a sign, so that colour is not the only bearer of its meaning. */
export const NoticeBox = (tone: NoticeTone, ...children: Html[]): Html =>
  html`<div class="notice ${tone}" role="${tone === 'good' ? 'status' : 'alert'}">
    <span class="sign" aria-hidden="true">${signs[tone]}</span><div>${children}</div></div>`;

export const Section = (id: string, title: string, ...children: Html[]): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${children}</section>`;

export const Folded = (id: string, title: string, open: boolean, ...children: Html[]): Html =>
  html`<details class="card"${attributes({ id, open })}><summary><h2>${title}</h2></summary><div class="folded">${children}</div></details>`;

export const Copied = ({ texts: { text } }: PageContext, id: string, value: string, label: string): Html =>
  Buttons(
    html`<input readonly${attributes({ id, value, 'aria-label': label })} spellcheck="false">`,
    html`<button type="button" data-copy="${id}" data-done="${text('copied')}">${text('copy')}</button>`,
  );

export const Buttons = (...buttons: Html[]): Html => html`<div class="buttons">${buttons}</div>`;

/** A name with its value. A value with a `live` name may change alone, without a new page. */
export const Fact = (name: string, value: Html, live?: string): Html =>
  html`<div><dt>${name}</dt><dd${attributes({ 'data-value': live })}>${value}</dd></div>`;

type TableCell = readonly [value: Html, more?: Parameters<typeof attributes>[0]];

/** A table whose first column names its rows. A column without a name is absent from the head. */
export const Table = (columns: readonly string[], rows: readonly (readonly [head: string, ...TableCell[]])[]): Html => {
  const cell = ([value, more]: TableCell, at: number): Html =>
    html`<td${attributes({ 'data-name': columns[at + 1] || undefined, ...more })}>${value}</td>`;
  return html`<table>
    <thead><tr>${columns.map((name) => (name ? html`<th scope="col">${name}</th>` : html`<td></td>`))}</tr></thead>
    <tbody>${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map(cell)}</tr>`)}</tbody>
  </table>`;
};

/** @param live the address at which the script reads the page anew */
export function renderDocument(
  texts: PageTexts,
  title: string,
  inLanguage: (lang: PageLanguage) => string,
  body: Html,
  live?: string,
): string {
  const languages = Object.entries(pageLanguages).map(([lang, name]) => {
    const isCurrent = lang === texts.language;
    const more = { lang, hreflang: lang, 'aria-current': isCurrent ? 'true' : undefined };
    return html`<a href="${inLanguage(lang as PageLanguage)}"${attributes(more)}>${name}</a>`;
  });
  return String(html`<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/setup/page.css">
    <script src="/setup/page.js" defer></script></head>
    <body${attributes({ 'data-live': live })}>
    <header><p class="brand">${texts.text('title')}</p><nav aria-label="${texts.text('language')}">${languages}</nav></header>
    <main>${body}</main></body></html>`);
}
