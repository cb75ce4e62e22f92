import type { Plugin } from 'vite';

/** What a script of a page has anyway and offers to those that load after it: exports, by their module. */
const offers = {
  /** `<id>.js` and `any-site.js`, to `overlays.js`, `panel.js` and `sums.js`. */
  first: {
    'browser/messages.ts': 'ask, isAlive, onMessages',
    'core/asks/ask-once.ts': 'AskOnce, retryPausesMs',
    'page/boot/lazy-scripts.ts': 'abandonAsks, askWorker, loadExport',
    'page/cards/empty-page.ts': 'isConfirmedEmpty, patienceMs, trackEmptyPage',
    'page/frame-scheduler.ts': 'createFrameScheduler',
  },
  /** `overlays.js`, to `finder.js`. */
  overlays: {
    'core/items/attached.ts': 'isAttachable',
    'core/prices/listing-dispute.ts': 'besidePrints',
    'page/cards/card-source.ts': 'readSafely',
    'protocol/page-events.ts': 'maxAnswerLength',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Code at the end of a script that offers what is shared. */
export const offer = (script: keyof typeof offers): string => {
  const modules = Object.entries(offers[script]);
  const imports = modules.map(([path, names]) => `import { ${names} } from '#${path}';`);
  const names = modules.map(([, each]) => each);
  const shared = `{ ...globalThis.skinlensShared, ${names.join(', ')} }`;
  return [...imports, `globalThis.skinlensShared = ${shared};`, ''].join('\n');
};

const taken: Readonly<Record<string, keyof typeof offers | undefined>> = {
  overlays: 'first',
  panel: 'first',
  sums: 'first',
  finder: 'overlays',
};

/** A page loads code that two of its scripts need once: the later one takes it from the earlier one. */
export const takeSharedCode = (): Plugin => {
  let shared: Readonly<Record<string, string>> = {};
  return {
    name: 'shared-code',
    apply: 'build',
    configResolved: ({ build }) => {
      const [, script = ''] = /[\\/]entrypoints[\\/]([a-z]+)\.ts/.exec(JSON.stringify(build.lib)) ?? [];
      const from = taken[script];
      shared = from ? offers[from] : {};
    },
    load: {
      filter: { id: /[\\/]src[\\/].*\.ts$/ },
      handler: (id) => {
        const names = shared[id.replaceAll('\\', '/').split('/src/').at(-1) ?? ''];
        return names && `export const { ${names} } = globalThis.skinlensShared;`;
      },
    },
    transform: {
      filter: { id: /^[^?]*[\\/]entrypoints[\\/]overlays\.ts$/ },
      handler: (code) => ({ code: code + offer('overlays'), map: null }),
    },
  };
};
