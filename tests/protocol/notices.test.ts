import { describe, expect, test } from 'vitest';
import { isOff, leftOf, noticesAt } from '#core/settings/notices.ts';
import type { Reading } from '#core/site.ts';
import { maxNoticesBytes, noticesBySite, ownNotices, readNotices } from '#protocol/notices.ts';
import { makeSigner, noticeRow } from './signed-notices.ts';

const { key, sign } = await makeSigner();
const good = await sign({ latest: '0.3.0', rows: [noticeRow] });
const others = {
  otherKey: (await makeSigner()).key,
  rowless: await sign('{"issued":1}'),
  broken: await sign('rows'),
  long: await sign(`${good.signed}${' '.repeat(maxNoticesBytes)}`),
};
const issue = 'https://issue.example/1';
const sites = [{ id: 'waxpeer', matches: ['https://waxpeer.example/*'] }];

describe('a signed list', () => {
  test('is read', async () => {
    expect(await readNotices(good, key)).toEqual({ issued: 1000, latest: '0.3.0', rows: [noticeRow] });
  });

  test.each<[string, unknown, string?]>([
    ['of another key', good, others.otherKey],
    ['without a key', good, ''],
    ['of a key that is none', good, 'none'],
    ['that was changed', { ...good, signed: good.signed.replace('0.2.0', '9.0.0') }],
    ['without a signature', { signed: good.signed }],
    ['with a signature that is none', { ...good, signature: '§' }],
    ['that is no object', [noticeRow]],
    ['without rows', others.rowless],
    ['that is no JSON', others.broken],
    ['that is too long', others.long],
  ])('%s is none', async (_, body, by = key) => {
    expect(await readNotices(body, by)).toBeUndefined();
  });
});

describe('a row', () => {
  const held = (row: unknown, version = '0.1.0', language = 'en') =>
    noticesBySite({ rows: [row] }, version, language, sites);
  const read = { off: 'listing', issue, why: 'Why.' };

  test.each([
    ['0.1.9', true],
    ['0.1.10', true],
    ['0.2.0', false],
    ['0.10.0', false],
    ['1.0.0', false],
  ])('until 0.2.0 holds for %s: %s', (version, holds) => {
    expect(held(noticeRow, version)).toEqual(holds ? { waxpeer: [read] } : {});
  });

  test.each([
    ['de-AT', 'Warum.'],
    ['pt_BR', 'Por quê.'],
    ['zh-CN', '为什么。'],
    ['fr', 'Why.'],
  ])('is told in %s: %s', (language, why) => {
    expect(held(noticeRow, '0.1.0', language)).toEqual({ waxpeer: [{ ...read, why }] });
  });

  test.each<[string, unknown]>([
    ['of an unknown part', { ...noticeRow, off: 'everything' }],
    ['without a site', { ...noticeRow, site: undefined }],
    ['for several sites', { ...noticeRow, site: ['waxpeer', 'csfloat'] }],
    ['without an end', { ...noticeRow, until: undefined }],
    ['until no version', { ...noticeRow, until: 'the update' }],
    ['with a link that is a script', { ...noticeRow, issue: 'javascript:alert(1)' }],
    ['with an http link', { ...noticeRow, issue: 'http://issue.example/' }],
    ['without one of the languages', { ...noticeRow, why: { ...noticeRow.why, ru: undefined } }],
    ['with a page that is no path', { ...noticeRow, page: 'market' }],
    ['that is none', null],
  ])('%s takes nothing away, and its neighbour holds', (_, row) => {
    expect(noticesBySite({ rows: [row, noticeRow] }, '0.1.0', 'en', sites)).toEqual({ waxpeer: [read] });
  });
});

describe('rows of the relay', () => {
  const own = { site: 'shop.example', off: 'listing', why: 'Wrong today.' };

  test.each<[string, unknown, readonly unknown[]]>([
    ['with a signed list', { ...good, own: [own] }, [own]],
    ['without one', { own: [own, { ...own, off: 'site' }] }, [own, { ...own, off: 'site' }]],
    ['of an unknown part', { own: [{ ...own, off: 'prices' }, own] }, [own]],
    ['of an address', { own: [{ ...own, site: 'https://shop.example/' }] }, []],
    ['without a reason', { own: [{ ...own, why: '' }] }, []],
    ['that are no list', { own: 'all' }, []],
    ['beyond twenty', { own: Array(30).fill(own) }, Array(20).fill(own)],
  ])('%s', (_, body, told) => {
    expect(ownNotices(body)).toEqual(told);
  });

  test('stand beside the signed ones, by the site of their host, and lead nowhere', () => {
    const known = { ...own, site: 'waxpeer.example', page: '/market', issue };
    expect(noticesBySite({ rows: [noticeRow], own: [own, null, known] }, '0.1.0', 'en', sites)).toEqual({
      waxpeer: [
        { off: 'listing', issue, why: 'Why.' },
        { off: 'listing', why: 'Wrong today.' },
      ],
      'host:shop.example': [{ off: 'listing', why: 'Wrong today.' }],
    });
  });
});

test('a notice is about the paths that begin as it says, without one about all', () => {
  const notices = [
    { off: 'listing', page: '/market', issue, why: '' },
    { off: 'attached', issue, why: '' },
  ] as const;
  const partsAt = (path: string) => noticesAt(notices, path).map(({ off }) => off);
  expect([partsAt('/market/ak'), partsAt('/inventory')]).toEqual([['listing', 'attached'], ['attached']]);
  expect([isOff(notices, 'site', 'listing'), isOff(notices, 'site', undefined)]).toEqual([true, false]);
});

test('what is left of a reading lacks what is switched off, and nothing else', () => {
  const attached = [{ item: 'Sticker | x' }];
  const read: Reading = { item: 'AK', phase: 'Ruby', kind: 'bid', attached, listing: { cents: 100, currency: 'USD' } };
  const { listing: _, ...unlisted } = read;
  const { attached: __, ...bare } = read;
  const left = (reading: Reading, off: Parameters<typeof isOff>[1]) =>
    leftOf(reading, off ? [{ off, issue, why: '' }] : []);
  expect(left(read, undefined)).toEqual(read);
  expect(left(read, 'listing')).toEqual(unlisted);
  expect(left(read, 'attached')).toEqual(bare);
});
