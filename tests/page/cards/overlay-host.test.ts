import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { createHost, renderInHost } from '#page/cards/overlay-host.ts';
import type { OverlayAppearance } from '#ui/overlay/overlay-model.ts';
import { cases } from '../../ui/gallery/cases.ts';

const look: OverlayAppearance = { theme: 'dark', density: 'compact', difference: 'percent' };
const doppler: Reading = { item: '★ Karambit | Doppler (Factory New)', phase: 'Ruby' };

function drawn(name: string) {
  const { document } = new JSDOM('').window;
  Object.assign(globalThis, { document });
  const { [name]: model } = cases;
  if (!model) throw new Error(`there is no case ${name}`);
  const host = createHost(document);
  renderInHost(host, doppler, model, look);
  return { host, model, first: () => host.root.querySelector('.spoken') };
}

test('an equal model is rendered once, a different one again', () => {
  const { host, model, first } = drawn('ready');
  const before = first();
  renderInHost(host, { ...doppler }, { ...model }, { ...look });
  expect(first()).toBe(before);
  renderInHost(host, doppler, { ...model, ageMs: 3_600_000 }, look);
  expect(first()).not.toBe(before);
});

test('attributes that no longer apply are removed', () => {
  const { host, model } = drawn('ready');
  expect(host.element.dataset).toMatchObject({ phase: 'Ruby', density: 'compact' });
  renderInHost(host, { item: doppler.item }, model, { ...look, density: 'normal' });
  expect(host.element.dataset).not.toHaveProperty('phase');
  expect(host.element.dataset).not.toHaveProperty('density');
});

test('a card that gets another item keeps nothing that the page has put into its overlay', () => {
  const { host, model } = drawn('ready');
  host.root.querySelector('.rows')?.prepend(document.createElement('b'));
  renderInHost(host, { item: 'AK-47 | Redline (Field-Tested)' }, model, look);
  expect(host.root.querySelector('b')).toBeNull();
});
