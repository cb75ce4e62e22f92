import { h } from 'preact';
import { expect, test } from 'vitest';
import { renderView } from '#ui/pages/render-view.ts';

test('a view with markup from a string is refused, and a text stays a text', () => {
  const root = document.createElement('div');
  const markup: object = JSON.parse('{"dangerouslySetInnerHTML":{"__html":"<b>loud</b>"}}');
  expect(() => renderView(h('p', markup), root)).toThrow('markup from strings is switched off');
  renderView(<p title="a">{'<b>'}</p>, root);
  expect([root.querySelector('b'), root.textContent]).toEqual([null, '<b>']);
});
