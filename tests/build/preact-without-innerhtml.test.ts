import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { removeInnerHtml } from '#build/preact-without-innerhtml.ts';

const preact = readFileSync(fileURLToPath(import.meta.resolve('preact')), 'utf8');

/** Renders one element with a copy of Preact into a page of its own; returns the page's body. */
async function render(code: string, type: string, props: object): Promise<string> {
  const { document } = new JSDOM('<body></body>').window;
  const copy: typeof import('preact') = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  globalThis.document = document;
  try {
    copy.render(copy.h(type, props), document.body);
    return document.body.innerHTML;
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
}

const markup = { dangerouslySetInnerHTML: { __html: '<b>loud</b>' } };

test('the original makes markup from strings; the changed copy throws', async () => {
  expect(await render(preact, 'p', markup)).toBe('<p><b>loud</b></p>');
  await expect(render(removeInnerHtml(preact), 'p', markup)).rejects.toThrow('markup from strings is switched off');
});

test('everything else is rendered as before', async () => {
  expect(await render(removeInnerHtml(preact), 'p', { title: 'a', children: '<b>' })).toBe(
    '<p title="a">&lt;b&gt;</p>',
  );
});

test('another Preact stops the build: one without the line, and one with two of them', () => {
  expect(() => removeInnerHtml(removeInnerHtml(preact))).toThrow('0 times');
  expect(() => removeInnerHtml(preact + preact)).toThrow('2 times');
});
