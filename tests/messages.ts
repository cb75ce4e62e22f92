import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Speaker } from '#ui/text.ts';

const locales = resolve(import.meta.dirname, '../public/_locales');

const shape = z.record(
  z.string(),
  z.strictObject({
    message: z.string(),
    description: z.optional(z.string()),
    placeholders: z.optional(
      z.record(z.string(), z.strictObject({ content: z.string(), example: z.optional(z.string()) })),
    ),
  }),
);

/** All messages of one language, as they are written. */
export type Messages = z.infer<typeof shape>;

/** The folders of `public/_locales`. */
export const folders = readdirSync(locales).sort();

/** The file of one folder. */
export const messagesPath = (folder: string): string => resolve(locales, folder, 'messages.json');

/** Reads the messages of one folder. */
export const readMessages = (folder: string): Messages =>
  shape.parse(JSON.parse(readFileSync(messagesPath(folder), 'utf8')));

/** Puts a message together as the browser does: names become `$1`, and those the values. */
function assemble({ message, placeholders = {} }: Messages[string], values: readonly string[]): string {
  const named = message.replace(/\$(\w+)\$/g, (_, name: string) => placeholders[name.toLowerCase()]?.content ?? '');
  return named.replace(/\$([1-9])/g, (_, at) => values[Number(at) - 1] ?? '');
}

/** Speaks a language as a browser of that language would, English where the language lacks a message. */
export function speakerOf(folder: string): Speaker {
  const messages = { ...readMessages('en'), ...readMessages(folder) };
  return {
    getMessage: (key, values) => (messages[key] ? assemble(messages[key], values) : ''),
    uiLanguage: folder.replace('_', '-'),
  };
}
