import * as z from 'zod/mini';

/** What a `_locales/<language>/messages.json` says, by key. */
export const messagesFile = z.record(
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
export type Messages = z.infer<typeof messagesFile>;

/** Puts a message together as the browser does: names become `$1`, and those the values. */
export function fillMessage({ message, placeholders = {} }: Messages[string], values: readonly string[]): string {
  const named = message.replace(/\$(\w+)\$/g, (_, name: string) => placeholders[name.toLowerCase()]?.content ?? '');
  return named.replace(/\$([1-9])/g, (_, at) => values[Number(at) - 1] ?? '');
}
