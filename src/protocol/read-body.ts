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
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
