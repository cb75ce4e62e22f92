import type { Plugin } from 'vite';

/** Removes what only people need of a style sheet in a module: lines, indentation, and spaces around punctuation. */
export const shortenStyle = (code: string): string =>
  code
    .replaceAll(/\n +/g, '\n')
    .replaceAll(/([{},;])\n/g, '$1')
    .replaceAll(/ +(?=[{}])/g, '')
    .replaceAll(/([{};:,]) +/g, '$1')
    .replaceAll(/ ([<>]=?) /g, '$1')
    .replaceAll(';}', '}');

/** The modules of the style sheets in `src/ui`. */
export const styleModules = /[\\/]src[\\/]ui[\\/][a-z]+[\\/][a-z-]+-(?:style|colours)\.ts$/;

/** Shortens the style sheets that pages load. They are strings in scripts, which nothing else shortens. */
export const shortenStyles = (): Plugin => ({
  name: 'shorten-styles',
  transform: {
    filter: { id: styleModules },
    handler: (code) => ({ code: shortenStyle(code), map: null }),
  },
});
