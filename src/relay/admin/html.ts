import { html, raw } from 'hono/html';

/** A piece of a page; `false` and `undefined` draw nothing. */
export type Html = ReturnType<typeof html> | string | false | undefined | readonly Html[];

/** Attributes of an element. One that is `false` is left out, and one that is `true` has no value. */
export const attributes = (all: Readonly<Record<string, string | number | boolean | undefined>>): Html =>
  Object.entries(all).map(
    ([name, value]) =>
      value !== false && value !== undefined && (value === true ? html` ${raw(name)}` : html` ${raw(name)}="${value}"`),
  );
