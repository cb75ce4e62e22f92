import type { ComponentChild } from 'preact';
import * as z from 'zod/mini';
import { pageLanguage } from '#browser/own-page.ts';
import { historyStyle } from '#ui/charts/history-style.ts';
import { renderView } from '#ui/pages/render-view.ts';
import { setMessageSource, wordLanguage } from '#ui/words/text.ts';

/** Draws a view into an element of its page, once the language is known. */
export async function drawPage(root: Element, view: () => ComponentChild): Promise<void> {
  // zod tries eval for speed, which the extension's CSP forbids.
  z.config({ jitless: true });
  setMessageSource(await pageLanguage());
  document.documentElement.lang = wordLanguage();
  adoptStyle(historyStyle);
  renderView(view(), root);
}

/** A sheet made by script: the panel in a page has the same one, and cannot load a file. */
function adoptStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
