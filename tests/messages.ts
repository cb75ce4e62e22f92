import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillMessage, type Messages, messagesFile } from '#core/settings/messages-file.ts';
import type { MessageSource } from '#ui/words/text.ts';

const locales = resolve(import.meta.dirname, '../public/_locales');

export const folders = readdirSync(locales).sort();

export const messagesPath = (folder: string): string => resolve(locales, folder, 'messages.json');

export const readMessages = (folder: string): Messages =>
  messagesFile.parse(JSON.parse(readFileSync(messagesPath(folder), 'utf8')));

/** The messages as a browser of that language gives them: English where a translation is missing. */
export function messageSourceOf(folder: string): MessageSource {
  const messages = { ...readMessages('en'), ...readMessages(folder) };
  return {
    getMessage: (key, values) => (messages[key] ? fillMessage(messages[key], values) : ''),
    uiLanguage: folder.replace('_', '-'),
  };
}
