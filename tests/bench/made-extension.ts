import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserKind } from '#demo/browsers.ts';

/** An extension that the bench makes to compare with. */
export interface MadeExtension {
  readonly name: string;
  /** The worker, as JavaScript. */
  readonly worker: string;
  /** A content script for CSFloat and Waxpeer. */
  readonly content?: string | undefined;
}

const matches = ['https://csfloat.com/*', 'https://waxpeer.com/*'];

/** Writes an unpacked extension into an empty folder. */
export async function writeExtension(folder: string, kind: BrowserKind, made: MadeExtension): Promise<void> {
  const manifest = {
    manifest_version: 3,
    name: made.name,
    version: '1',
    permissions: ['storage'],
    background: kind === 'firefox' ? { scripts: ['background.js'] } : { service_worker: 'background.js' },
    ...(made.content && {
      content_scripts: [{ matches, js: ['content.js'], run_at: 'document_end' }],
    }),
    ...(kind === 'firefox' && { browser_specific_settings: { gecko: { id: `${made.name}@skinlens.invalid` } } }),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'background.js'), made.worker);
  if (made.content) await writeFile(join(folder, 'content.js'), made.content);
}

/** The floor: a worker that answers `{}` and knows nothing. */
export const floor: MadeExtension = {
  name: 'floor',
  worker: `(globalThis.browser ?? chrome).runtime.onMessage.addListener((message, sender, answer) => {
    answer({});
    return true;
  });`,
};

/** The floor of a page: asks the worker nothing, and puts an empty element in each card when it answered. */
export const floorPage: MadeExtension = {
  ...floor,
  name: 'floor-page',
  content: `const draw = async (cards) => {
    if (cards.length > 0) await (globalThis.browser ?? chrome).runtime.sendMessage({});
    for (const card of cards) card.querySelector('.price-row').after(document.createElement('floor-prices'));
  };
  draw([...document.querySelectorAll('item-card')]);
  new MutationObserver((records) => {
    const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
    draw(nodes.filter(({ nodeName }) => nodeName === 'ITEM-CARD'));
  }).observe(document, { childList: true, subtree: true });`,
};
