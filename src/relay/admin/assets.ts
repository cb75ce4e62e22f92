import { readOwnFile } from '#protocol/node-files.ts';

/** Files beside this one that the page loads. */
export type PageAssets = Awaited<ReturnType<typeof readPageAssets>>;

const scriptFile = new URL('page.js', import.meta.url);
const styleSheets = [
  new URL('page.css', import.meta.url),
  new URL('controls.css', import.meta.url),
  new URL('status.css', import.meta.url),
];

export async function readPageAssets() {
  const [script = '', ...css] = await Promise.all(
    [scriptFile, ...styleSheets].map(async (file) => (await readOwnFile(file)).toString('utf8')),
  );
  return { css: css.join('\n'), script };
}
