import { browser } from 'wxt/browser';

/** One line under the address bar. */
export interface Suggestion {
  /** What the address bar holds once it is chosen. */
  readonly content: string;
  /** Plain text; markup means nothing in it. */
  readonly description: string;
}

/** How the user wants the chosen line opened. */
export type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

interface Omnibox {
  /** What the first line says. */
  readonly hint: () => string;
  /** Lines for what was typed; `undefined`: show none. */
  readonly suggest: (typed: string) => Promise<readonly Suggestion[] | undefined>;
  readonly enter: (text: string, disposition: Disposition) => void;
}

/** Answers in the address bar behind the manifest's keyword; call it while the worker starts. */
export function serveOmnibox({ hint, suggest, enter }: Omnibox): void {
  const { omnibox } = browser;
  // A phone's address bar takes no extension.
  if (!omnibox) return;
  const write = import.meta.env.FIREFOX ? (text: string) => text : asMarkup;
  omnibox.onInputStarted.addListener(() => omnibox.setDefaultSuggestion({ description: write(hint()) }));
  omnibox.onInputChanged.addListener((typed, show) => {
    void suggest(typed).then(
      (lines) => lines && show(lines.map(({ content, description }) => ({ content, description: write(description) }))),
      () => undefined,
    );
  });
  omnibox.onInputEntered.addListener(enter);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const noXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Chromium reads a description as XML, and shows none at all when one of them is none. */
export const asMarkup = (text: string): string =>
  text.replace(noXml, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
