/** What a log may say of an error: its code, else its class. Never its message, which may quote a request and its key. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
