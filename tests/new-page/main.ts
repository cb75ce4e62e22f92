import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Site } from '#core/site.ts';
import { readCommand } from '#protocol/command-line.ts';
import { readSavedPage, sampleOf, simulatedNames } from './saved-page.ts';

const usage = `usage: npm run new-page -- <file.mhtml or .html> [--url <address>] [--id <site>] [--page <name>] [--names <file>] [--out <folder>]
  --url: the page's address, where the file does not tell it
  --names: a JSON object of market hash names and prices in US cents, in place of the simulated market's
  --out: the root of the sources`;

function refuse(text: string): never {
  console.error(text);
  process.exit(2);
}

const prices = z.record(z.string(), z.number());
const text = { type: 'string' } as const;
const options = { url: text, id: text, page: text, names: text, out: text };
const { file, ...values } = readCommand(usage, { allowPositionals: true, options }, ({ values, positionals }) => {
  const [file = '', more] = positionals;
  if (!existsSync(file) || more !== undefined)
    throw new Error(`this takes one file that is there; not ${positionals.join(' ') || 'none'}`);
  const own = values.names && Object.entries(prices.parse(JSON.parse(readFileSync(values.names, 'utf8'))));
  return { ...values, file, names: own ? new Map(own) : undefined };
});

const root = values.out ?? fileURLToPath(new URL('../..', import.meta.url));
const saved = await readSavedPage(readFileSync(file));
const url = values.url ?? saved.url;
if (!URL.canParse(url)) refuse(`the file does not tell the page's address: use --url\n${usage}`);
const { hostname } = new URL(url);
const id = values.id ?? hostname.split('.').at(-2)?.replace(/\W/g, '') ?? 'site';
const names = values.names ?? (await simulatedNames());
// A marketplace that is there already: its adapter proposes prices.
const adapter = new URL(`../../src/sites/${id}.ts`, import.meta.url);
const { default: site }: { default?: Site } = existsSync(adapter) ? await import(adapter.href) : {};
const { body, cards } = await sampleOf({ html: saved.html, url }, names, site);
if (cards === 0) refuse('no card of an item was found');

const sample = join(root, 'tests/sites', `${id}.html`);
const notes = join(root, 'src/sites', `${id}.md`);
const before = existsSync(sample)
  ? readFileSync(sample, 'utf8')
  : '<style>\n.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 14px; }\n</style>\n';
const address = url.replaceAll('&', '&amp;').replace(/#.*/, '');
const page = values.page ?? 'list';
const head = `\n<template data-page="${page}" data-url="${address}">\n`;
// The same page again replaces what it was.
const [first = before, ...rest] = before.split(head);
const others = first + rest.map((text) => text.replace(/^.*?<\/template>\n/s, '')).join('');
writeFileSync(sample, `${others}${head}${body}\n</template>\n`);
if (!existsSync(notes)) writeFileSync(notes, notesOf(new Date().toISOString().slice(0, 7)));
console.log(`${cards} cards in ${sample}, notes in ${notes}.
Read both: whether an expectation is right, and whether anything of a person is left, only you can tell.`);

function notesOf(month: string): string {
  const parts = ['Addresses', 'Cards', 'Names', 'Answers', 'Prices', 'Other games and oddities'];
  return `# ${id} (${hostname})

Confirmed: design of ${month}; cards: one saved page; answers: none.

How to read this page: [README.md](README.md).
${parts.map((part) => `\n## ${part}\n\n- … [${month}, medium, a saved page]\n`).join('')}`;
}
