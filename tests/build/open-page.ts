import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { callbackApi } from './callback-api.ts';

/** Usage: node open-page.ts <folder of a build> <page> <text>. Runs a built page in jsdom until it shows the text. */
const [folder = '', page = '', text = ''] = process.argv.slice(2);
const [, script = ''] = /src="\/([^"]+\.js)"/.exec(readFileSync(join(folder, page), 'utf8')) ?? [];
const { window } = new JSDOM('<div id="app"></div>', { url: `https://id.invalid/${page}`, pretendToBeVisual: true });
const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
const { document, location, Element, HTMLElement, Node, MutationObserver, CSSStyleSheet } = window;
const { requestAnimationFrame, cancelAnimationFrame } = window;
const dom = { document, location, Element, HTMLElement, Node, MutationObserver, CSSStyleSheet };
const globals = { ...dom, requestAnimationFrame, cancelAnimationFrame, matchMedia };
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
Object.assign(globalThis, { window: globalThis, chrome: callbackApi({}) });

await import(pathToFileURL(join(folder, script)).href);
const app = document.querySelector('#app');
while (!app?.textContent.includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
process.exit(0);
