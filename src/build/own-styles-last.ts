import type { Plugin } from 'vite';

const styleLink = /^ *<link rel="stylesheet".*\n/gm;

/** Puts the link to a page’s own style sheet, which is named after the page, behind the links to shared ones. @throws Error for several */
export function ownStylesLast(html: string, page: string): string {
  const [own, ...more] = (html.match(styleLink) ?? []).filter((link) => link.includes(`/assets/${page}-`));
  if (more.length > 0) throw new Error(`${page} has ${more.length + 1} style sheets of its own`);
  return own === undefined ? html : html.replace(own, '').replace(/^ *<\/head>/m, (end) => `${own}${end}`);
}

/** Vite links a page's own style sheet before the ones that it shares with other pages, and so these would win. */
export const linkOwnStylesLast = (): Plugin => ({
  name: 'own-styles-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename }) => ownStylesLast(html, /([\w-]+)(?:\/index)?\.html$/.exec(filename)?.[1] ?? ''),
  },
});
