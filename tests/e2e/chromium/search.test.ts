import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { refreshPrices } from '../send.ts';
import { workerOf } from '../worker.ts';
import { useWorld } from '../world.ts';

const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const griffin = 'M4A4 | Griffin (Factory New)';

interface Dispatching {
  readonly dispatch: (...args: unknown[]) => void;
}

declare const chrome: {
  readonly omnibox: {
    readonly onInputStarted: Dispatching;
    readonly onInputChanged: Dispatching;
    readonly setDefaultSuggestion: (line: { description: string }) => Promise<void>;
  };
};

describe('search in the popup', () => {
  const world = useWorld({ names: [vulcan, griffin] });
  beforeAll(async () => {
    expect(['new', 'unchanged']).toContain(await refreshPrices(world().own));
  });

  test('responds to Chromium’s address bar with valid XML', async () => {
    const worker = await workerOf(world().driver);
    // A test cannot type into the address bar, so it dispatches the browser's event.
    const shown = await worker.evaluate(
      () =>
        new Promise((resolve) => {
          chrome.omnibox.onInputStarted.dispatch();
          chrome.omnibox.onInputChanged.dispatch('griffin m4a4 fn', resolve);
        }),
    );
    const [line] = z.array(z.object({ content: z.string(), description: z.string() })).parse(shown);
    expect(line?.content).toBe(griffin);
    expect(line?.description).toMatch(/^M4A4 \| Griffin \(Factory New\) · BUFF163 \$/);
    const taken = await worker.evaluate(
      (description) => chrome.omnibox.setDefaultSuggestion({ description }).then(() => 'taken', String),
      line?.description ?? '',
    );
    expect(taken).toBe('taken');
  });
});
