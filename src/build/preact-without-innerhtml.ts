import type { Plugin } from 'vite';

/** Preact's assignment for `dangerouslySetInnerHTML`, in its minified file. */
const assignment = /\b([\w$]+)\.innerHTML=([\w$]+)\.__html\b/g;

const thrown = '(()=>{throw new Error("markup from strings is switched off")})()';

/** Replaces Preact's assignment to `innerHTML` by an error. @throws Error when there is not exactly one. */
export function removeInnerHtml(preact: string): string {
  const count = preact.match(assignment)?.length ?? 0;
  if (count !== 1) throw new Error(`Preact assigns innerHTML ${count} times, not once: adapt this step`);
  return preact.replace(assignment, thrown);
}

/** The extension creates no markup from strings. Without this assignment Preact cannot either, and Mozilla's checks pass. */
export const preactWithoutInnerHtml = (): Plugin => ({
  name: 'preact-without-innerhtml',
  transform: {
    filter: { id: /[\\/]preact[\\/]dist[\\/]preact\.(m?js)$/ },
    handler: (code) => ({ code: removeInnerHtml(code), map: null }),
  },
});
