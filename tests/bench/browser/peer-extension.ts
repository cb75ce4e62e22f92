import type { Driver } from '#demo/driver-contract.ts';
import { withExtensionPage } from '#demo/extension.ts';
import { endpoints } from '#protocol/price-api.ts';
import type { Market } from '../market.ts';
import type { Bench } from '../part.ts';
import type { GeneratedExtension } from './generated-extension.ts';
import { sendMessage } from './worker-messages.ts';

export const peerName = 'peer’s way';

/** One look-up as the peer does it, in JavaScript: a test for emptiness that copies all keys, then a plain object. */
const find = `(name, table = prices) => (Object.keys(table).length === 0 ? undefined : table[name])`;

/**
 * The same work as the nearest peer does it: the worker stores the whole table as one JSON string in extension storage,
 * and every page reads and parses it, with a second one of the markets' own ids, and looks each card up three times. The
 * peer's other work on a page is left out (a refresh that the page waits for, its own drawing), and added cards are seen at
 * once. The worker's reply is the ms of storing the table.
 */
const peer: GeneratedExtension = {
  name: 'peer',
  worker: `const { runtime, storage } = globalThis.browser ?? chrome;
  const store = async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const start = performance.now();
    await storage.local.set({ table: new TextDecoder().decode(bytes) });
    return performance.now() - start;
  };
  runtime.onMessage.addListener((url, sender, answer) => {
    store(url).then(answer);
    return true;
  });`,
  content: `(async () => {
    const { table } = await (globalThis.browser ?? chrome).storage.local.get('table');
    // As long-lived as the page, as with the peer.
    const prices = (globalThis.prices = JSON.parse(table));
    const ids = (globalThis.ids = JSON.parse(table));
    const find = ${find};
    const draw = (card) => {
      const text = (part) => card.querySelector(part).textContent.trim();
      const name = text('.item-name') + ' (' + text('.subtext') + ')';
      const [row] = [find(name), find(name, ids), find(name)];
      const listing = Number(text('.price').slice(1)) * 100;
      const overlay = document.createElement('peer-prices');
      for (const cents of [row.price_buff, row.price_uu, row.price_csfloat]) {
        const line = document.createElement('div');
        line.textContent = '$' + (cents / 100).toFixed(2) + ' ' + (((listing - cents) / cents) * 100).toFixed(1) + '%';
        overlay.append(line);
      }
      card.querySelector('.price-row').after(overlay);
    };
    for (const card of document.querySelectorAll('item-card')) draw(card);
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.nodeName === 'ITEM-CARD') draw(node);
    }).observe(document, { childList: true, subtree: true });
  })();`,
};

/** Script for a page of the peer: reads and parses the table and looks names up, twice; answers the ms of each time. */
export const peerLookUps = (names: readonly string[]): string => `(async () => {
  const start = performance.now();
  const { table } = await (globalThis.browser ?? chrome).storage.local.get('table');
  const prices = JSON.parse(table);
  const find = ${find};
  const names = ${JSON.stringify(names)};
  const lookUp = () => names.filter((name) => find(name) === undefined).length;
  const missing = lookUp();
  const middle = performance.now();
  return { missing: missing + lookUp(), first: middle - start, again: performance.now() - middle };
})()`;

export async function openPeer({ market, open }: Bench): Promise<Driver> {
  const driver = await open(peer);
  await withExtensionPage(driver, (page) => sendMessage(page, tableUrl(market)));
  return driver;
}

export const tableUrl = ({ url }: Market): string => url + endpoints.partner.slice(1);
