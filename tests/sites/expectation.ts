import * as z from 'zod/mini';

/** The expected reading of a card: the value of `data-expect` in a sample page, unless it is `none`. */
export const expectation = z.strictObject({
  item: z.string(),
  phase: z.optional(z.string()),
  listing: z.optional(z.string()),
  currency: z.optional(z.string()),
  attached: z.optional(z.array(z.strictObject({ item: z.optional(z.string()), wear: z.optional(z.number()) }))),
  kind: z.optional(z.enum(['ask', 'bid', 'none'])),
});

export type Expectation = z.infer<typeof expectation>;

const attribute = /data-expect=(?:'([^']*)'|"([^"]*)")/g;
const unescaped = (text: string): string => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"');

export const replaceExpectations = (html: string, replace: (one: Expectation | undefined) => string): string =>
  html.replace(attribute, (_, one?: string, other?: string) => {
    const text = unescaped(one ?? other ?? 'none');
    return replace(text === 'none' ? undefined : expectation.parse(JSON.parse(text)));
  });

export function expectationsIn(html: string): (Expectation | undefined)[] {
  const all: (Expectation | undefined)[] = [];
  replaceExpectations(html, (one) => {
    all.push(one);
    return '';
  });
  return all;
}
