import { expect } from 'vitest';
import { centsOf, openPage } from './sample-page.ts';

export const started = async (names: readonly string[]) => {
  const page = openPage(names);
  await page.start();
  return page;
};

/** Expects exactly one host of its own item in every card, and no host elsewhere. */
export function checkAll(page: ReturnType<typeof openPage>) {
  const cards = [...page.document.querySelectorAll('.card')];
  for (const card of cards) {
    const name = card.getAttribute('data-name') ?? '';
    const isBare = name === '!' || name === 'other game';
    const hosts = [...card.querySelectorAll('skinlens-prices')];
    expect(hosts.map((host) => host.getAttribute('data-item'))).toEqual(isBare ? [] : [name]);
    if (!isBare && !name.startsWith('?')) expect(page.cents(card)).toBe(String(centsOf(name, page.worker.version)));
  }
  expect(page.hosts().every((host) => host.closest('.card'))).toBe(true);
}
