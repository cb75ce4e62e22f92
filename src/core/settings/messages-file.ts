import * as z from 'zod/mini';

/** The content of a `_locales/<language>/messages.json`, by key. */
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

export type Messages = z.infer<typeof messagesFile>;

/** Fills a message as the browser does: named placeholders become `$1` and so on, then values. */
export function fillMessage({ message, placeholders = {} }: Messages[string], values: readonly string[]): string {
  const named = message.replace(/\$(\w+)\$/g, (_, name: string) => placeholders[name.toLowerCase()]?.content ?? '');
  return named.replace(/\$([1-9])/g, (_, at) => values[Number(at) - 1] ?? '');
}
