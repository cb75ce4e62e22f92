import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import { type BrowserKind, ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { messageSourceOf, readMessages } from '../messages.ts';
import type { Language } from '../ui/gallery/page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Opens a browser without the extension, for the overlay's own code on a page of ours. */
export async function openBareBrowser(kind: BrowserKind = 'chrome'): Promise<Browser> {
  const executablePath = await ensureBrowser(kind, thisMachine(), (line) => console.info(line));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = [...sandbox, '--disable-quic', '--disable-component-update', '--disable-background-networking'];
  const args = kind === 'chrome' ? quiet : [];
  return puppeteer.launch({ browser: kind, executablePath, headless: true, handleSIGINT: false, args });
}

/** The script of the gallery's page, built as the extension's own are. */
export async function buildGallery(): Promise<string> {
  const entry = fileURLToPath(new URL('../ui/gallery/page.ts', import.meta.url));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'galleryPage' } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs.filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
  if (!chunk) throw new Error('the gallery has no script');
  return chunk.code;
}

const slots = Array.from({ length: 9 }, (_, at) => `{${at}}`);

/** A language's messages with `{0}` where values go. */
export function languageOf(folder: string): Language {
  const { getMessage, uiLanguage } = messageSourceOf(folder);
  const messages = Object.fromEntries(Object.keys(readMessages('en')).map((key) => [key, getMessage(key, slots)]));
  const more = Object.keys(readMessages(folder)).map((key) => [key, getMessage(key, slots)] as const);
  return { tag: uiLanguage, messages: { ...messages, ...Object.fromEntries(more) } };
}

/** Where pictures are left to be looked at; git ignores it. */
const pictures = `${root}/.pictures`;

/** Photographs all that a page holds. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const body = await page.$('body');
  await body?.screenshot({ path: `${pictures}/${name}.png` });
}
