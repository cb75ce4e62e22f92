import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstOfEach } from '#demo/sample-pages.ts';
import { expectationsIn, replaceExpectations } from '../sites/expectation.ts';
import { pages } from '../sites/page.ts';
import { tempFolder } from '../temp-folder.ts';
import { readSavedPage, sampleOf, simulatedNames } from './saved-page.ts';

const names = await simulatedNames();
const [waxpeer] = firstOfEach(pages).filter(({ site }) => site === 'waxpeer');
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl';

/** A page as a person would save it: with an account, sellers and tokens in it. */
function savedBy(html: string): string {
  const seller =
    '<a class="seller-link" href="https://steamcommunity.com/profiles/76561198012345678"><img class="user-avatar" alt="" src="https://avatars.example/me.jpg">Jane Doe</a>' +
    `<span class="line" data-token="${token}" onclick="buy('secret-7')">ask jane.doe@mail.example</span><!-- session secret-8 -->`;
  return replaceExpectations(html, () => 'data-old=""')
    .replace('<body>', '<body><header>Jane Doe, balance $1234.56</header><script>const session = "secret-9";</script>')
    .replaceAll('</article>', `${seller}</article>`)
    .replaceAll(/(<div class="item-card"[^>]*>)/g, `$1${seller}`);
}

const mhtml = (html: string, url: string): string =>
  [
    'From: <Saved by Blink>',
    `Snapshot-Content-Location: ${url}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="----x----"',
    '',
    '------x----',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    `Content-Location: ${url}`,
    '',
    ...(Buffer.from(html)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '------x------',
    '',
  ].join('\r\n');

test('a page that a browser saved is read, as MHTML and as HTML', async () => {
  const html = '<!doctype html><p>★ Ключ</p>';
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect((await readSavedPage(bytes(mhtml(html, 'https://a.example/x?y=1')))).url).toBe('https://a.example/x?y=1');
  expect((await readSavedPage(bytes(mhtml(html, 'https://a.example/')))).html).toContain('★ Ключ');
  const commented = `<!-- saved from url=(0018)https://a.example/ -->\n${html}`;
  expect(await readSavedPage(bytes(commented))).toEqual({ html: commented, url: 'https://a.example/' });
  await expect(readSavedPage(bytes('Content-Type: text/plain\r\n\r\nhello'))).rejects.toThrow('no page');
});

test('a saved page becomes eight cards with proposals, and nothing of a person is left', async () => {
  if (!waxpeer) throw new Error('the sample page is gone');
  const saved = savedBy(waxpeer.html);
  const { body, cards } = await sampleOf({ html: saved, url: waxpeer.url }, names);
  const proposed = expectationsIn(body).map((one) => one?.item);
  const known = expectationsIn(waxpeer.html).flatMap((one) => one?.item ?? []);
  expect([cards, proposed.length]).toEqual([Math.min(8, known.length), cards]);
  expect(proposed.filter((item) => known.includes(item ?? '')).length).toBeGreaterThanOrEqual(6);
  expect(saved).toContain('Jane Doe');
  expect(body).not.toMatch(/jane|doe|secret|76561198|avatar|balance|eyJ|onclick|<script|<!--/i);
});

test('the command makes one page of the same file twice', async () => {
  if (!waxpeer) throw new Error('the sample page is gone');
  const out = await tempFolder();
  for (const folder of ['tests/sites', 'src/sites']) await mkdir(join(out, folder), { recursive: true });
  await writeFile(join(out, 'page.html'), waxpeer.html);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tests/new-page/main.ts', ...args], { encoding: 'utf8' });
  for (let turn = 0; turn < 2; turn++)
    expect(run(join(out, 'page.html'), '--url', waxpeer.url, '--out', out).stdout).toMatch(/^\d cards in /);
  const sample = await readFile(join(out, 'tests/sites/waxpeer.html'), 'utf8');
  expect(sample.match(/<template /g)).toHaveLength(1);
  // What the site's adapter reads that the cards print.
  expect(sample).toContain('&quot;listing&quot;:');
});
