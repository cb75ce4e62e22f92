/** Names as gzip of one name a line: gzip carries a checksum, so that a damaged copy is refused. */
export async function squeeze(names: readonly string[]): Promise<ArrayBuffer> {
  const text = new Blob([names.join('\n')]).stream();
  return new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** The names again. Rejects when the bytes are damaged or cut short. */
export async function unsqueeze(bytes: ArrayBuffer): Promise<string[]> {
  const packed = new Blob([bytes]).stream();
  const text = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
  return text.split('\n').filter(Boolean);
}
