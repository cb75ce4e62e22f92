import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { visit } from '#demo/visit.ts';
import { openBareBrowser } from './gallery.ts';
import { freePort } from './tap.ts';

test('a page that cannot be opened is a line to read, and a closed browser is none', async () => {
  const browser = await openBareBrowser();
  const server = createServer((_, response) => response.end('<p>there</p>')).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const page = await browser.newPage();
    expect(await visit(page, `http://127.0.0.1:${port}/`)).toBeUndefined();
    const nowhere = `http://127.0.0.1:${await freePort()}/`;
    expect(await visit(page, nowhere)).toBe(`net::ERR_CONNECTION_REFUSED at ${nowhere}`);
    await browser.close();
    await expect(visit(page, nowhere)).rejects.toThrow();
  } finally {
    server.close();
    await browser.close();
  }
});
