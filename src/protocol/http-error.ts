/** The error statuses of the relay and the price service. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 414 | 421 | 429 | 500 | 502 | 503;

/** A request that gets an error response. The client reads `message`, so it never quotes a secret or another server. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}
