import { type ComponentChild, type ComponentChildren, createElement } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A piece of a page; `false` and `undefined` draw nothing. */
export type Html = ComponentChild;

/**
 * An element. The relay's sources run without a build, so they cannot hold JSX. Texts and attributes are escaped when
 * they are drawn.
 */
export const h = (
  tag: string,
  attributes: Readonly<Record<string, unknown>> | null,
  ...children: ComponentChildren[]
): Html => createElement(tag, attributes, ...children);

/** The markup of an element. */
export const toMarkup = (
  tag: string,
  attributes: Readonly<Record<string, unknown>>,
  ...children: ComponentChildren[]
) => renderToString(createElement(tag, attributes, ...children));
