import fc from 'fast-check';
import { noticeParts } from '#core/settings/notices.ts';
import { isNotices, noticesBySite, readNotices } from '#protocol/notices.ts';
import { makeSigner, noticeRow } from '../../protocol/signed-notices.ts';
import { type Claim, claim } from '../claim.ts';
import { edits, mutateBytes, mutateJson } from '../mutations.ts';
import { holds, same } from '../same.ts';

const rows = [noticeRow, { ...noticeRow, site: 'csfloat', page: '/search', off: 'site' }];
const own = [{ site: 'waxpeer.com', off: 'listing', why: 'Wrong.' }];
const text = JSON.stringify({ issued: 1000, latest: '0.3.0', rows, own });

/** Every notice names what it switches off, on paths that begin with a slash, and links by https. */
function check(told: unknown): void {
  if (!isNotices(told)) return;
  for (const notices of Object.values(noticesBySite(told, '0.1.0', 'de', [])))
    for (const { off, page = '/', issue, why } of notices) {
      holds(noticeParts.includes(off) && page.startsWith('/') && why !== '', [off, page, why]);
      same(new URL(issue ?? 'https://none.example').protocol, 'https:');
    }
}

export const claims = async (): Promise<readonly Claim[]> => {
  const { key, sign } = await makeSigner();
  const body = await sign(text);
  const bytes = new TextEncoder().encode(body.signed);
  return [
    claim(
      'edited rows are no notices, or switch off what they name',
      fc.property(edits(4), (changes) => check(mutateJson(text, changes))),
    ),
    claim(
      'a text that was edited after it was signed is none',
      fc.asyncProperty(edits(2), async (changes) => {
        const signed = new TextDecoder().decode(mutateBytes(bytes, changes));
        const told = await readNotices({ ...body, signed }, key);
        same(told !== undefined, signed === body.signed, signed);
      }),
      100,
    ),
  ];
};
