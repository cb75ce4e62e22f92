import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs while the extension is built, where it takes such a thing out of a package, starts the relay's own threads, or sends
 * Redis the relay's own script by the command EVAL. `render-view.ts` names what it refuses.
 */
const beyondBrowsers =
  /^src\/((store|build)\/|protocol\/node-files\.ts$|ui\/pages\/render-view\.ts$|relay\/store\/shared-store\.ts$)/;

/** What makes markup, or code, of text, or hears other extensions; also as a string: it could be written `node['innerHTML']`. */
const forbidden: readonly RegExp[] = [
  /\b(inner|outer)HTML\b/,
  /\bdangerouslySetInnerHTML\b/,
  /\binsertAdjacentHTML\b/,
  /\b(set|parse)HTML(Unsafe)?\b/,
  /\bcreateContextualFragment\b/,
  /\b(DOMParser|parseFromString)\b/,
  /\bsrcdoc\b/i,
  /\bdocument\s*\??\.\s*write(ln)?\b/,
  /\beval\b/,
  /\bFunction\s*\(/,
  /\bset(Timeout|Interval)\s*\(\s*['"`]/,
  /\bjavascript:/i,
  /\bon(Message|Connect)External\b/,
];

/** The code without its comments, which may speak of anything. */
function codeOf(path: string, text: string): string {
  const { comments } = parseSync(path, text);
  return comments.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), text);
}

/** Only a suspect is parsed: most files have not even a comment with such a word. */
function breaches(path: string, text: string): string[] {
  if (!forbidden.some((pattern) => pattern.test(text))) return [];
  const code = codeOf(path, text);
  return forbidden.flatMap((pattern) => pattern.exec(code)?.[0] ?? []);
}

test('no text becomes markup or code, and no other extension is heard', () => {
  const files = globSync('{src,entrypoints}/**/*.{ts,tsx}', { cwd }).map((path) => path.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .filter((path) => !beyondBrowsers.test(path))
    .flatMap((path) => breaches(path, readFileSync(`${cwd}/${path}`, 'utf8')).map((what) => `${path}: ${what}`));
  expect(found).toEqual([]);
});

test('no page of the extension contains an inline script, handler or style', () => {
  for (const path of globSync('entrypoints/**/*.html', { cwd })) {
    const page = readFileSync(`${cwd}/${path}`, 'utf8');
    expect(page, path).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+\s*=|javascript:|<style|<base|<iframe/i);
  }
});

describe('the check', () => {
  test.each([
    'node.innerHTML = told;',
    "node['outerHTML'] = told;",
    "node.insertAdjacentHTML('beforeend', told);",
    'document.write(told);',
    'frame.srcdoc = told;',
    'range.createContextualFragment(told);',
    "new DOMParser().parseFromString(told, 'text/html');",
    'node.setHTMLUnsafe(told);',
    'const run = new Function(told);',
    'eval(told);',
    "setTimeout('told()', 1);",
    "link.href = 'javascript:told()';",
    'browser.runtime.onMessageExternal.addListener(told);',
  ])('complains about %s', (code) => expect(breaches('a.ts', code)).not.toEqual([]));

  test('complains about markup in a component', () => {
    expect(breaches('a.tsx', 'const a = <p dangerouslySetInnerHTML={{ __html: told }} />;')).not.toEqual([]);
  });

  test.each([
    '// innerHTML is not used: its text would become markup.',
    'setTimeout(() => run(), 1);',
    'document.head.append(node);',
    'const isFunction = typeof told === "function";',
  ])('accepts %s', (code) => expect(breaches('a.ts', code)).toEqual([]));
});
