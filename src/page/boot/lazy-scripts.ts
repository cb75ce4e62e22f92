import { runScript } from '#browser/scripts.ts';
import type { LazyExports } from '#page/boot/lazy-exports.ts';

let attempt = 0;

/**
 * Lets the next loads start anew. Chromium (156) never settles an import that was under way when the page entered the
 * back-forward cache.
 */
export const abandonLoads = (): void => void attempt++;

/**
 * Loads a script unless its export is registered already, and returns the export. `script` is the file's name without
 * `.js`. Rejects when the file cannot be loaded, as after an update or removal of the extension.
 */
export async function loadExport<K extends keyof LazyExports>(
  name: K,
  script: string = name,
): Promise<NonNullable<LazyExports[K]>> {
  if (!globalThis.skinlensExports?.[name]) await runScript(script, attempt);
  const value = globalThis.skinlensExports?.[name];
  if (!value) throw new Error(`${script}.js did not register ${name}`);
  return value;
}
