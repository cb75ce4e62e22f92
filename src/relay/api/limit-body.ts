import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HttpError } from '#protocol/http-error.ts';

/** Refuses a body that is larger than `maxBytes`, before all of it is read. Throws HttpError 413. */
export const limitBody = (maxBytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new HttpError(413, 'the body is too large', { Connection: 'close' });
    },
  });
