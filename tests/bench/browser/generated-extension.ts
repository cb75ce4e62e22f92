import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserKind } from '#demo/browsers.ts';

export interface GeneratedExtension {
  readonly name: string;
  readonly worker: string;
  readonly content?: string;
}

const matches = ['https://csfloat.com/*'];

export async function writeExtension(folder: string, kind: BrowserKind, generated: GeneratedExtension): Promise<void> {
  const { name, worker, content } = generated;
  const manifest = {
    manifest_version: 3,
    name,
    version: '1',
    permissions: ['storage'],
    background: kind === 'firefox' ? { scripts: ['background.js'] } : { service_worker: 'background.js' },
    ...(content && { content_scripts: [{ matches, js: ['content.js'], run_at: 'document_end' }] }),
    ...(kind === 'firefox' && { browser_specific_settings: { gecko: { id: `${name}@skinlens.invalid` } } }),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'background.js'), worker);
  if (content) await writeFile(join(folder, 'content.js'), content);
}

export const emptyWorker: GeneratedExtension = {
  name: 'empty-worker',
  worker: `(globalThis.browser ?? chrome).runtime.onMessage.addListener((message, sender, answer) => {
    answer({});
    return true;
  });`,
};

export const emptyScript: GeneratedExtension = { ...emptyWorker, name: 'empty-script', content: ';' };

/** The same worker, and a content script that sends it an empty message and then adds an empty element to each card. */
export const emptyOverlays: GeneratedExtension = {
  ...emptyWorker,
  name: 'empty-overlays',
  content: `const draw = async (cards) => {
    if (cards.length > 0) await (globalThis.browser ?? chrome).runtime.sendMessage({});
    for (const card of cards) (card.querySelector('.price-row') ?? card.lastElementChild).after(document.createElement('floor-prices'));
  };
  draw([...document.querySelectorAll('item-card, .tile')]);
  new MutationObserver((records) => {
    const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
    draw(nodes.filter((node) => node.matches?.('item-card, .tile')));
  }).observe(document, { childList: true, subtree: true });`,
};

export const readTexts: GeneratedExtension = {
  ...emptyWorker,
  name: 'read-texts',
  content: `const read = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    let length = 0;
    while (texts.nextNode()) length += texts.currentNode.data.trim().length;
    document.documentElement.dataset.length = length;
  };
  setTimeout(read);`,
};
