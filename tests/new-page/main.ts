import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { readSavedPage, sampleOf, simulatedNames } from './saved-page.ts';

const usage = `usage: npm run new-page -- <file.mhtml or .html> [--url <address>] [--id <site>] [--page <name>] [--names <file>] [--out <folder>]
  --url: the page's address, where the file does not tell it
  --names: a JSON object of market hash names and prices in US cents, in place of the simulated market's
  --out: the root of the sources`;

const prices = z.record(z.string(), z.number());
const text = { type: 'string' } as const;
const options = { url: text, id: text, page: text, names: text, out: text };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const [file] = positionals;
if (file === undefined) throw new Error(usage);

const root = values.out ?? fileURLToPath(new URL('../..', import.meta.url));
const saved = await readSavedPage(readFileSync(file));
const url = values.url ?? saved.url;
if (!URL.canParse(url)) throw new Error(`the file does not tell the page's address: use --url\n${usage}`);
const { hostname } = new URL(url);
const id = values.id ?? hostname.split('.').at(-2)?.replace(/\W/g, '') ?? 'site';
const names = values.names
  ? new Map(Object.entries(prices.parse(JSON.parse(readFileSync(values.names, 'utf8')))))
  : await simulatedNames();
const { body, cards } = await sampleOf({ html: saved.html, url }, names);
if (cards === 0) throw new Error('no card of an item was found');

const sample = join(root, 'tests/sites', `${id}.html`);
const notes = join(root, 'src/sites', `${id}.md`);
const before = existsSync(sample)
  ? readFileSync(sample, 'utf8')
  : '<style>\n.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 14px; }\n</style>\n';
const address = url.replaceAll('&', '&amp;').replace(/#.*/, '');
const page = values.page ?? 'list';
writeFileSync(sample, `${before}\n<template data-page="${page}" data-url="${address}">\n${body}\n</template>\n`);
if (!existsSync(notes)) writeFileSync(notes, notesOf(new Date().toISOString().slice(0, 7)));
console.log(`${cards} cards in ${sample}, notes in ${notes}.
Read both: whether an expectation is right, and whether anything of a person is left, only you can tell.`);

/** What a person fills in. */
function notesOf(month: string): string {
  const parts = ['Addresses', 'Cards', 'Names', 'Answers', 'Prices', 'Other games and oddities'];
  return `# ${id} (${hostname})

Confirmed: design of ${month}; cards: one saved page; answers: none.

How to read this page: [README.md](README.md).
${parts.map((part) => `\n## ${part}\n\n- … [${month}, medium, a saved page]\n`).join('')}`;
}
