import type { Plugin } from 'vite';

/** Preact's own line for `dangerouslySetInnerHTML`, in its minified file. */
const assignment = /\b([\w$]+)\.innerHTML=([\w$]+)\.__html\b/g;

const refusal = '(()=>{throw new Error("markup from strings is switched off")})()';

/** Preact without its way of turning strings into markup. @throws Error when that is not found exactly once. */
export function withoutMarkup(preact: string): string {
  const found = preact.match(assignment)?.length ?? 0;
  if (found !== 1) throw new Error(`Preact assigns innerHTML ${found} times, not once: look at it anew`);
  return preact.replace(assignment, refusal);
}

/** Nothing here makes markup from strings, so that no package can do it either, and Mozilla's checks find none. */
export const preactWithoutMarkup = (): Plugin => ({
  name: 'preact-without-markup',
  transform: {
    filter: { id: /[\\/]preact[\\/]dist[\\/]preact\.(m?js)$/ },
    handler: (code) => ({ code: withoutMarkup(code), map: null }),
  },
});
