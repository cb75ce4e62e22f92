import fc from 'fast-check';
import { negotiateEncoding } from '#relay/api/accept-encoding.ts';
import { encodings } from '#relay/feeds/compressor.ts';
import { type Claim, claim } from '../claim.ts';
import { readAcceptEncoding } from '../reference/headers.ts';
import { startRelayWithTwoBodies } from '../relay.ts';
import { holds, same } from '../same.ts';

const own = ['br', 'zstd', 'gzip', 'x-gzip', 'identity', '*', 'dcz', 'BR', 'Gzip'];
const foreign = [
  'deflate',
  'compress',
  'dcb',
  'br.foo',
  'x-br',
  'gzip+',
  'br2',
  "br'",
  'zstd~1',
  'é',
  '',
  'q',
  'q=0',
  '"br"',
];
const name = fc.oneof({ arbitrary: fc.constantFrom(...own), weight: 4 }, fc.constantFrom(...foreign));
const blank = fc.constantFrom('', '', ' ', '\t', '  ');
const quality = fc.constantFrom(
  ...['0', '1', '0.5', '0.9', '0.001', '0.000', '1.000', '1.', '0.', '0.25'],
  ...['1.001', '2', '-1', '.5', '0.5555', '1e-1', 'x', '', ' 0', '0 ', '00', '0x1', 'NaN', '"0"'],
);
const weight = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  {
    arbitrary: fc
      .tuple(blank, blank, fc.constantFrom('q', 'Q'), quality)
      .map(([before, after, q, value]) => `${before};${after}${q}=${value}`),
    weight: 4,
  },
  { arbitrary: fc.constantFrom(';', ';q', ';q =0', '; q= 0', ';level=4', ';q=0;x=1', ';x=1;q=0', ' q=0'), weight: 1 },
);
const entry = fc.tuple(blank, name, weight, blank).map((parts) => parts.join(''));
const headers = fc.array(entry, { maxLength: 6 }).map((entries) => entries.join(','));

interface Choice {
  readonly encoding: string | undefined;
  readonly dcz: boolean;
}

/** The choice by RFC 9110 for a header without duplicates: by weight, then in the relay's order. */
function referenceChoice(entries: readonly (readonly [string, number])[]): Choice {
  const weights = new Map(entries);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = encodings.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  // `identity` is acceptable unless it is excluded; without a weight any other coding is preferred.
  const plain = weights.get('identity') ?? weights.get('*');
  const bestWeight = best ? weightOf(best) : 0;
  const takesPlain = bestWeight === 0 || (plain ?? 0) > bestWeight;
  const dcz = weights.get('dcz') ?? 0;
  const rival = takesPlain ? (plain ?? 0) : bestWeight;
  return { encoding: takesPlain ? (plain === 0 ? undefined : 'identity') : best, dcz: dcz > 0 && dcz >= rival };
}

/** Whether a header names a coding as a whole word, for headers with duplicates or errors. */
const isNamed = (header: string, coding: string | undefined): boolean =>
  coding === undefined ||
  coding === 'identity' ||
  header
    .toLowerCase()
    .split(/[,;\s]/)
    .some((word) => [coding, `x-${coding}`, '*'].includes(word));

function check(header: string, { encoding, dcz }: Choice): void {
  const entries = readAcceptEncoding(header);
  const hasDuplicates = entries && new Set(entries.map(([coding]) => coding)).size < entries.length;
  if (entries && !hasDuplicates) same({ encoding, dcz }, referenceChoice(entries), header);
  else holds(isNamed(header, encoding) && (!dcz || /\bdcz\b/i.test(header)), [header, encoding]);
}

const codingOf = ({ status, headers }: Response): string | undefined =>
  status === 406 ? undefined : (headers.get('Content-Encoding') ?? 'identity');

export async function claims(): Promise<readonly Claim[]> {
  const { ask, ids } = await startRelayWithTwoBodies();
  const negotiate = (header: string | null) => negotiateEncoding(header, encodings);
  return [
    claim(
      'the choice follows RFC 9110; a malformed header at least names the choice',
      fc.property(headers, (header) => check(header, negotiate(header))),
      6000,
    ),
    claim(
      'any text names the choice',
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), headers), (header) =>
        check(header, negotiate(header)),
      ),
    ),
    claim(
      'the relay sends the chosen coding, or 406',
      fc.asyncProperty(headers, async (header) => {
        const encoding = codingOf(await ask({ 'accept-encoding': header }));
        const dictionary = { 'accept-encoding': header, 'available-dictionary': `:${ids[0]}:` };
        const coding = codingOf(await ask(dictionary));
        check(header, { encoding, dcz: coding === 'dcz' });
        if (coding !== 'dcz') same(coding, encoding, header);
      }),
    ),
  ];
}
