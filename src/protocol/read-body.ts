import type { Bytes } from '#protocol/bytes.ts';

export class BodyTooLargeError extends Error {}

/** @throws BodyTooLargeError as soon as more than `maxBytes` have arrived; whatever the stream throws */
export async function readBody({ body }: Response, maxBytes: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => undefined);
      throw new BodyTooLargeError(`the body has more than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return concatenate(chunks, length);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Bytes {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
