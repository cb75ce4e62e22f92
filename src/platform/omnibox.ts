import { browser } from 'wxt/browser';

export interface Suggestion {
  /** The text of the address bar after the suggestion is chosen. */
  readonly content: string;
  /** Plain text, no markup. */
  readonly description: string;
}

/** Where to open the chosen suggestion. */
export type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

interface Omnibox {
  /** Text of the first line. */
  readonly hint: () => string;
  /** `undefined`: show none. */
  readonly suggest: (typed: string) => Promise<readonly Suggestion[] | undefined>;
  readonly enter: (text: string, disposition: Disposition) => void;
}

/** Serves the address bar's search after the manifest's keyword. Call it while the worker starts. */
export function serveOmnibox({ hint, suggest, enter }: Omnibox): void {
  const { omnibox } = browser;
  // Browsers on phones have no omnibox.
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

/** Escapes a description for Chromium, which parses it as XML and shows no suggestion if one is malformed. */
export const asMarkup = (text: string): string =>
  text.replace(noXml, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
