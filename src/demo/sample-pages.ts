import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SampleAnswer {
  readonly url: string;
  readonly body: string;
}

export interface SamplePage {
  /** The id of its site, which is the fixture's file name. */
  readonly site: string;
  /** The kind of page: "search", "item" … */
  readonly page: string;
  readonly url: string;
  /** Each card has `data-expect`: the expected reading as JSON, or "none" for a card without an overlay. */
  readonly html: string;
  /** In the order of the page's requests, as `<script type="application/json" data-feed="…">`; `data-answer`: no feed reads it. */
  readonly answers: readonly SampleAnswer[];
}

/** `look.css` is shared; `<site>.html` has style and template. @throws Error without a style, a page or the folder */
export function samplePages(folder: string): readonly SamplePage[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const look = read('look.css');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .flatMap((file) => pagesOf(file.replace(/\.html$/, ''), look, read(file)));
}

export const firstOfEach = (samples: readonly SamplePage[]): SamplePage[] =>
  samples.filter(({ site }, at) => samples.findIndex((other) => other.site === site) === at);

const templates = /^<template data-page="([^"]+)" data-url="([^"]+)">\n?(.*?)^<\/template>$/gms;

function pagesOf(site: string, look: string, fixture: string): SamplePage[] {
  const style = /^<style>\n(.*?)^<\/style>$/ms.exec(fixture)?.[1];
  const pages = [...fixture.matchAll(templates)];
  if (!style || pages.length === 0) throw new Error(`the fixture of ${site} has no style or no page`);
  return pages.map(([, page = '', url = '', body = '']) => ({
    site,
    page,
    url: unescaped(url),
    html: documentOf(`${site}: ${page}`, look + style, body),
    answers: [...body.matchAll(feeds)].map(([, feed = '', json = '']) => ({ url: unescaped(feed), body: json })),
  }));
}

const feeds = /<script type="application\/json" data-(?:feed|answer)="([^"]+)">(.*?)<\/script>/gs;

const unescaped = (attribute: string): string => attribute.replaceAll('&amp;', '&');

const documentOf = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${style}</style>
</head>
<body>
${body}</body>
</html>
`;
