import type { MadeExtension } from './made-extension.ts';

/**
 * The same work done as the nearest peer does it: the whole table as one JSON string in extension storage, read and
 * parsed by every page, kept as a plain object, and a test for emptiness at each look-up that copies all keys.
 * What else the peer does on a page (a second table, a refresh that it waits for, its own drawing) is left out.
 */
export const peer: MadeExtension = {
  name: 'peer',
  worker: `const { runtime, storage } = globalThis.browser ?? chrome;
  runtime.onMessage.addListener((url, sender, answer) => {
    fetch(url).then((response) => response.text()).then((table) => storage.local.set({ table })).then(answer);
    return true;
  });`,
  content: `(async () => {
    const { table } = await (globalThis.browser ?? chrome).storage.local.get('table');
    // Kept for as long as the page lives, as the peer does.
    const prices = (globalThis.prices = JSON.parse(table));
    const find = (name) => (Object.keys(prices).length === 0 ? undefined : prices[name]);
    for (const card of document.querySelectorAll('item-card')) {
      const text = (part) => card.querySelector(part).textContent.trim();
      const row = find(text('.item-name') + ' (' + text('.subtext') + ')');
      const listing = Number(text('.price').slice(1)) * 100;
      const overlay = document.createElement('peer-prices');
      for (const cents of [row.price_buff, row.price_uu, row.price_csfloat]) {
        const line = document.createElement('div');
        line.textContent = '$' + (cents / 100).toFixed(2) + ' ' + (((listing - cents) / cents) * 100).toFixed(1) + '%';
        overlay.append(line);
      }
      card.querySelector('.price-row').after(overlay);
    }
  })();`,
};
