import fc from 'fast-check';
import { matchesEtag } from '#protocol/etag.ts';
import { type Claim, claim } from '../claim.ts';
import { readIfNoneMatch } from '../reference/headers.ts';
import { startRelayWithTwoBodies } from '../relay.ts';
import { holds, same } from '../same.ts';

const opaque = '"abc-1+/2"';
const tags = [
  ...[opaque, `W/${opaque}`, '"abc"', 'W/"abc"', '""', 'W/""', '"a,b"', `"x,W/${opaque.slice(1, -1)}"`, '"é"', '"a b"'],
  ...[
    '*',
    'abc-1+/2',
    `w/${opaque}`,
    `W/ ${opaque}`,
    '"',
    'W/',
    `'abc-1+/2'`,
    '"\\"',
    '"abc-1+/2',
    'abc-1+/2"',
    '"ABC-1+/2"',
    '-1',
  ],
];
const gaps = [', ', ',', ' ,', ',,', ' , , ', '\t,', ' ', '', ';'];
const lists = fc
  .array(fc.tuple(fc.constantFrom(...gaps), fc.constantFrom(...tags)), { maxLength: 5 })
  .map((parts) => parts.map(([gap, tag], at) => (at === 0 && gap.trim() === '' ? '' : gap) + tag).join(''));
const headers = fc.oneof(
  { arbitrary: lists, weight: 6 },
  { arbitrary: fc.string({ unit: fc.constantFrom(...'"W/*,ab \t-1'), maxLength: 14 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), weight: 1 },
);

/** Weak comparison. A header that the grammar does not allow matches only if it contains the tag. */
function check(header: string, matches: boolean, tag: string): void {
  const read = readIfNoneMatch(header);
  if (read) same(matches, read === '*' || read.includes(tag), header);
  else holds(!matches || header.includes(tag), header);
}

export async function claims(): Promise<readonly Claim[]> {
  const { ask, etag } = await startRelayWithTwoBodies();
  return [
    claim(
      'the comparison follows RFC 9110: weak and strong tags, lists, a star',
      fc.property(headers, fc.constantFrom(opaque, `W/${opaque}`), (header, held) =>
        check(header, matchesEtag(header, held), opaque),
      ),
      6000,
    ),
    claim(
      'the relay answers 304 exactly to a matching tag',
      fc.asyncProperty(headers, async (header) => {
        const mine = header.replaceAll('abc-1+/2', etag.slice(3, -1));
        const reply = await ask({ 'if-none-match': mine });
        check(mine, reply.status === 304, etag.slice(2));
        same(reply.body === null, reply.status === 304, mine);
      }),
    ),
  ];
}
