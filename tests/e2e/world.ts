import { afterAll, afterEach, beforeAll } from 'vitest';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver.ts';
import { storeSettings } from '#demo/extension.ts';
import { type OpenSample, openBrowser, openSample, sampleOf } from './browser.ts';
import { openStack, type Stack, type StackOptions } from './stack.ts';
import { openTrap, type Trap } from './tap.ts';

/** A browser with the extension, and all that it talks to. */
export interface World {
  readonly driver: Driver;
  readonly stack: Stack;
  /** Whoever the browser wanted besides loopback. */
  readonly trap: Trap;
  /** Stores settings; the relay's address is this world's. */
  readonly configure: (settings: object) => Promise<void>;
  /** Opens a sample page in front; it is closed after the test. */
  readonly open: (site: string, page: string) => Promise<OpenSample>;
}

/** Sets a world up before the tests of a file and takes it down after them; ask for it inside a test. */
export function useWorld(kind: BrowserKind, options: StackOptions = {}): () => World {
  const stack = new AsyncDisposableStack();
  const tabs: OpenSample[] = [];
  let world: World | undefined;
  beforeAll(async () => {
    world = await openWorld(kind, options, stack, tabs);
    await world.configure({});
  });
  afterEach(async () => {
    for (const { page } of tabs.splice(0)) await page.close();
  });
  afterAll(() => stack.disposeAsync());
  return () => {
    if (!world) throw new Error('there is no world before the tests');
    return world;
  };
}

async function openWorld(
  kind: BrowserKind,
  options: StackOptions,
  disposal: AsyncDisposableStack,
  tabs: OpenSample[],
): Promise<World> {
  const stack = await openStack(options);
  disposal.defer(stack.close);
  const trap = await openTrap();
  disposal.defer(trap.close);
  const driver = await openBrowser(kind, trap.url);
  disposal.defer(driver.close);
  return {
    driver,
    stack,
    trap,
    configure: (settings) => storeSettings(driver, { ...settings, relay: { url: stack.relayUrl } }),
    open: async (site, page) => {
      const tab = await openSample(driver, sampleOf(site, page));
      tabs.push(tab);
      return tab;
    },
  };
}
