import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillMessage, type Messages, messagesFile } from '#core/messages-file.ts';
import type { MessageSource } from '#ui/text.ts';

const locales = resolve(import.meta.dirname, '../public/_locales');

/** The folders of `public/_locales`. */
export const folders = readdirSync(locales).sort();

/** The file of one folder. */
export const messagesPath = (folder: string): string => resolve(locales, folder, 'messages.json');

/** Reads the messages of one folder. */
export const readMessages = (folder: string): Messages =>
  messagesFile.parse(JSON.parse(readFileSync(messagesPath(folder), 'utf8')));

/** Speaks a language as a browser of that language would, English where the language lacks a message. */
export function speakerOf(folder: string): MessageSource {
  const messages = { ...readMessages('en'), ...readMessages(folder) };
  return {
    getMessage: (key, values) => (messages[key] ? fillMessage(messages[key], values) : ''),
    uiLanguage: folder.replace('_', '-'),
  };
}
