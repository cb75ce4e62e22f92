import { browser } from 'wxt/browser';
import { fillMessage, messagesFile } from '#core/messages-file.ts';
import { browserLanguage } from '#platform/language.ts';

/** What there are words in when the browser's language has none. */
const usual = 'en';

/**
 * The words of our own pages; for `speak` of src/ui/text.ts. The browser has them, but for one case: when the first page
 * of the extension's process is closed while it loads, Chromium (156) answers '' to all others until that process ends.
 * They are then read from where the browser has them from. Never rejects.
 */
export async function pageLanguage(): Promise<ReturnType<typeof browserLanguage>> {
  const own = browserLanguage();
  if (own.getMessage('language', []) !== '') return own;
  for (const folder of foldersOf(own.uiLanguage)) {
    const words = await readWords(folder).catch(() => undefined);
    if (words) return { ...own, getMessage: words };
  }
  return own;
}

/** The folders that may have the words of a language, the nearest first: `zh-Hant-TW` in `zh_Hant_TW`, `zh_Hant`, `zh`. */
export function foldersOf(language: string): readonly string[] {
  const parts = language.split('-');
  const near = parts.map((_, left) => parts.slice(0, parts.length - left).join('_'));
  return [...new Set([...near, usual])];
}

async function readWords(folder: string): Promise<(key: string, values: string[]) => string> {
  const answer = await fetch(browser.runtime.getURL(`/_locales/${folder}/messages.json`));
  const messages = messagesFile.parse(await answer.json());
  return (key, values) => (messages[key] ? fillMessage(messages[key], values) : '');
}
