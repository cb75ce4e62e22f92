import { createServer } from 'node:http';
import type { Page } from 'puppeteer-core';
import { defaultRelayUrl } from '#core/relay-address.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { until } from '#demo/until.ts';
import { openBrowser } from './browser.ts';
import { closeServer, listenOn } from './servers.ts';

/** Whoever uses the default address of the relay in a test listens on this port meanwhile. */
const turnPort = 18_787;
/** Longest use by the other browser's tests, which run at the same time, ms. */
const turnMs = 240_000;

/**
 * Waits until no other test uses the relay address of a newly installed extension, and keeps it until `disposal`.
 * Resolves to whether nobody listens there; else the tests are skipped.
 */
export async function awaitDefaultRelay(disposal: AsyncDisposableStack): Promise<boolean> {
  const server = createServer();
  await until(
    'the default address of the relay',
    () =>
      listenOn(server, turnPort).then(
        () => true,
        () => undefined,
      ),
    { limitMs: turnMs, pauseMs: 200 },
  );
  disposal.defer(() => closeServer(server));
  return fetch(defaultRelayUrl).then(
    () => false,
    () => true,
  );
}

/** Opens a Chromium with the newly installed extension and its welcome page. */
export async function openNewlyInstalled(): Promise<{ readonly driver: Driver; readonly welcome: Page }> {
  const driver = await openBrowser('chrome', undefined, { welcome: true });
  const target = await driver.browser.waitForTarget((target) => target.url().endsWith('/welcome.html'));
  return { driver, welcome: await target.asPage() };
}
