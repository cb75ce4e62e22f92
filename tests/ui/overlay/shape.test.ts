import { JSDOM } from 'jsdom';
import { beforeAll, expect, test } from 'vitest';
import { overlayShape } from '#ui/overlay/overlay.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { draw, type Shape, shape, structureOf, toElement } from '#ui/overlay/shape.ts';
import { setMessageSource } from '#ui/words/text.ts';
import { messageSourceOf } from '../../messages.ts';
import { cases } from '../gallery/cases.ts';

const page = new JSDOM('').window.document;

/** A document of its own, in which nothing was cloned yet. */
const openDocument = () => Object.assign(globalThis, { document: page.implementation.createHTMLDocument() });

beforeAll(() => {
  setMessageSource(messageSourceOf('en'));
  openDocument();
});

const openRoot = () => document.createElement('div').attachShadow({ mode: 'open' });

function drawn(...shapes: readonly Shape[]): ShadowRoot {
  const root = openRoot();
  let last: Shape | undefined;
  for (const next of shapes) {
    draw(root, next, last);
    last = next;
  }
  return root;
}

/** Each case with other numbers, so that two drawings of one structure differ. */
const raised = ({ rows, ...model }: OverlayModel): OverlayModel => ({
  ...model,
  rows: rows.map((row, at) => (at === 0 ? { ...row, cents: undefined, diff: undefined } : { ...row, cents: 77 })),
  liquidity: 12,
});

test('an overlay that is drawn over another one is as if it were drawn alone', () => {
  const shapes = Object.values(cases).flatMap((model) =>
    [model, raised(model), { ...model, liquidity: 33 }].map((each) => overlayShape('AK-47', each, 'both')),
  );
  const alone = shapes.map((each) => {
    openDocument();
    return drawn(each).firstElementChild;
  });
  expect(new Set(alone.map((each) => each?.outerHTML)).size).toBeGreaterThan(40);
  for (const [at, next] of shapes.entries()) {
    const [same, other] = [true, false].map((is) =>
      shapes.findLast((each) => each !== next && (structureOf(each) === structureOf(next)) === is),
    );
    for (const last of [same ?? next, other ?? next]) {
      const again = drawn(last, next).firstElementChild;
      if (!again?.isEqualNode(alone[at] ?? null)) expect(again?.outerHTML).toBe(alone[at]?.outerHTML);
    }
  }
});

test('what stays the same is not touched, and the element keeps the focus', () => {
  const root = openRoot();
  document.body.append(root.host);
  const [first, second] = ['1', '2'].map((price) =>
    shape('button', { class: 'one' }, shape('b', {}, 'kept'), shape('i', { title: price }, price)),
  );
  if (!first || !second) throw new Error('there are no shapes');
  draw(root, first, undefined);
  const [button, kept] = [root.querySelector('button'), root.querySelector('b')];
  draw(root, second, first);
  expect(root.querySelector('button')).toBe(button);
  expect(root.querySelector('b')).toBe(kept);
  expect(root.innerHTML).toBe('<button class="one"><b>kept</b><i title="2">2</i></button>');
});

test('an element of a known structure has nothing of the first one', () => {
  const first = { ...shape('p', { title: 'first', hidden: '' }, 'one'), style: { '--rows': '3' } };
  expect(toElement(first).outerHTML).toBe('<p title="first" hidden="" style="--rows: 3;">one</p>');
  expect(toElement({ ...shape('p', { class: 'b' }, 'two'), style: { '--rows': '1' } }).outerHTML).toBe(
    '<p style="--rows: 1;" class="b">two</p>',
  );
});
