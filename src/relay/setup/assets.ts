import { readFile } from 'node:fs/promises';

/** Files beside this one that the page loads. */
export interface PageAssets {
  readonly css: string;
  readonly script: string;
}

const styleSheets = ['page.css', 'controls.css', 'status.css'];

export async function readPageAssets(): Promise<PageAssets> {
  const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
  const [script, ...css] = await Promise.all([read('page.js'), ...styleSheets.map(read)]);
  return { css: css.join('\n'), script: script ?? '' };
}
