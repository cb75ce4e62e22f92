import fc from 'fast-check';
import { type Claim, claim } from '../claim.ts';
import { readAvailableDictionary } from '../reference/headers.ts';
import { decodeDelta, startRelayWithTwoBodies } from '../relay.ts';
import { same } from '../same.ts';

const accepts = 'gzip, br, zstd, dcb, dcz';

/** Correct and malformed headers around a hash. */
const shapes = fc.constantFrom(
  ...[
    ':#:',
    ' :#: ',
    '\t:#:',
    '#',
    ':#',
    '#:',
    '::#::',
    ':#:;a=1',
    '":#:"',
    '(:#:)',
    ':#:, :#:',
    ': #:',
    'sha-256=:#:',
    '',
  ],
);
const edits = fc.tuple(
  fc.nat(44),
  fc.nat(2),
  fc.constantFrom('', 'A', 'B', '=', '==', '-', '_', '+', ' ', '%', '\n', ':'),
);

function edited(id: string, [at, cut, sign]: readonly [number, number, string]): string {
  return id.slice(0, at) + sign + id.slice(at + cut);
}

/** The last base64 character has unused bits, which some decoders ignore. */
const lastSigns = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');

export async function claims(): Promise<readonly Claim[]> {
  const { ask, ids, bodies } = await startRelayWithTwoBodies();
  const decoded = new Map<string, string | undefined>();

  /** A delta needs the exact dictionary, and decodes to the current body. */
  async function check(header: string): Promise<void> {
    const reply = await ask({ 'accept-encoding': accepts, 'available-dictionary': header });
    const named = ids.indexOf(readAvailableDictionary(header) ?? '');
    same([reply.status, reply.headers.get('Content-Encoding')], [200, named < 0 ? 'br' : 'dcz'], header);
    if (named < 0) return;
    const delta = new Uint8Array(await reply.arrayBuffer());
    const [id = '', body = ''] = [ids[named], bodies[named]];
    const known = Buffer.from(delta).toString('base64');
    if (!decoded.has(known)) decoded.set(known, decodeDelta(delta, id, body));
    same(decoded.get(known), bodies[1], header);
  }

  return [
    claim(
      'a known hash gets the delta against its body',
      fc.asyncProperty(fc.constantFrom(...ids), shapes, (id, shape) => check(shape.replaceAll('#', id))),
    ),
    claim(
      'an edited hash gets the whole body',
      fc.asyncProperty(fc.constantFrom(...ids), edits, (id, how) => check(`:${edited(id, how)}:`)),
    ),
    claim(
      'another base64 spelling of a hash gets the whole body or the same delta',
      fc.asyncProperty(fc.constantFrom(...ids), lastSigns, (id, sign) => check(`:${id.slice(0, 42)}${sign}=:`)),
    ),
    claim(
      'any other text gets the whole body',
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), (header) => check(header)),
    ),
  ];
}
