import { createHash } from 'node:crypto';
import { type Effort, encodings } from '#relay/snapshot/compressor.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { type Row, toRow } from '../row.ts';
import { openState, partnerText, withChanges } from './data.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** How long something took, in ms, with what it came to. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

const part = 'relay: bytes of a refresh';

/** What a client gets that has the snapshot before, by the share of items that changed. */
async function deltaRows(text: string, share: number, brotli: number): Promise<Row[]> {
  const { deltas } = nodeCompressor;
  const [before, after] = [bytesOf(text), bytesOf(withChanges(text, share))];
  const { ms, result } = await timed(async () => deltas?.compressDelta(after, before));
  const bytes = (result?.length ?? Number.NaN) + 8 + createHash('sha256').digest().length;
  const name = `dcz, ${share * 100} % of items changed`;
  const about = { part, what: name, unit: 'bytes' } as const;
  return [
    toRow({ ...about, ...(share === 0.1 && { budget: 1 / 15 }), against: 'times floor' }, [bytes], {
      floor: ['brotli, whole', [brotli]],
    }),
    toRow({ part, what: `${name}: making it`, unit: 'ms' }, [ms]),
  ];
}

/** Sizes of partner prices in every coding, and of the deltas at 1, 10 and 50 % changed. */
export async function refreshBytes(isQuick: boolean): Promise<Row[]> {
  const text = partnerText(await openState());
  const body = bytesOf(text);
  const rows = [toRow({ part, what: 'identity', unit: 'bytes' }, [body.length])];
  const efforts: readonly Effort[] = isQuick ? ['fast'] : ['fast', 'best'];
  let brotli = Number.NaN;
  for (const encoding of encodings) {
    for (const effort of efforts) {
      const { ms, result } = await timed(() => nodeCompressor.compress(body, encoding, effort));
      if (encoding === 'br') brotli = result.length;
      rows.push(toRow({ part, what: `${encoding}, ${effort} level`, unit: 'bytes' }, [result.length]));
      rows.push(toRow({ part, what: `${encoding}, ${effort} level: making it`, unit: 'ms' }, [ms]));
    }
  }
  for (const share of [0.01, 0.1, 0.5]) rows.push(...(await deltaRows(text, share, brotli)));
  return rows;
}
