import { expect } from 'vitest';
import { centsOf, openPage } from './page.ts';

/** A page on which the runner has read what is there. */
export const started = async (names: readonly string[]) => {
  const page = openPage(names);
  page.runner.start();
  await page.settle();
  return page;
};

/** Every card has exactly its own item's host, and no host is anywhere else. */
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
