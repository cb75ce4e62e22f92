import { browser } from 'wxt/browser';
import { fillMessage, messagesFile } from '#core/messages-file.ts';
import { browserLanguage } from '#platform/language.ts';

/** The language of last resort. */
const defaultFolder = 'en';

/**
 * The messages of our own pages, for `setMessageSource` (src/ui/text.ts). Works around a bug of Chromium (156): if the
 * first page of the extension's process is closed while it loads, `getMessage` returns '' until the process ends. The
 * messages are then read from their files. Never rejects.
 */
export async function pageLanguage(): Promise<ReturnType<typeof browserLanguage>> {
  const own = browserLanguage();
  if (own.getMessage('language', []) !== '') return own;
  for (const folder of foldersOf(own.uiLanguage)) {
    const getMessage = await readMessages(folder).catch(() => undefined);
    if (getMessage) return { ...own, getMessage };
  }
  return own;
}

/** Folders to try for a language, in order: `zh_Hant_TW`, `zh_Hant`, `zh`, `en` for `zh-Hant-TW`. */
export function foldersOf(language: string): readonly string[] {
  const parts = language.split('-');
  const specific = parts.map((_, left) => parts.slice(0, parts.length - left).join('_'));
  return [...new Set([...specific, defaultFolder])];
}

async function readMessages(folder: string): Promise<(key: string, values: string[]) => string> {
  const answer = await fetch(browser.runtime.getURL(`/_locales/${folder}/messages.json`));
  const messages = messagesFile.parse(await answer.json());
  return (key, values) => (messages[key] ? fillMessage(messages[key], values) : '');
}
