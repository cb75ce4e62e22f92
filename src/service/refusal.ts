import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A request that is not answered with data; `message` is what its sender reads. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ContentfulStatusCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}
