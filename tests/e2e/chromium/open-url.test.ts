import { once } from 'node:events';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';
import { expect, test } from 'vitest';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { openUrl } from '#demo/run-demo.ts';
import { freePort } from '../servers.ts';

test('a page that cannot be opened has a reason, and a closed browser is an error', { tags: ['full'] }, async () => {
  // It is closed here, so it is no other suite's.
  const browser = await puppeteer.launch({
    executablePath: await ensureBrowser('chrome', thisMachine(), console.info),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = createServer((_, response) => response.end('<p>there</p>')).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const page = await browser.newPage();
    expect(await openUrl(page, `http://127.0.0.1:${port}/`)).toBeUndefined();
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    expect(await openUrl(page, nowhere)).toBe(`net::ERR_CONNECTION_REFUSED at ${nowhere}`);
    await browser.close();
    await expect(openUrl(page, nowhere)).rejects.toThrow();
  } finally {
    server.close();
    await browser.close();
  }
});
