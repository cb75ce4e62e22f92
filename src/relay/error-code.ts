/** An error's code, else its class: all that a log may hold of it. A message may quote a request and its key. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
