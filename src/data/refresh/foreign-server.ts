import { Fault } from '#core/asks/fault.ts';

/** Time limit of each request, ms. */
const probeTimeoutMs = 5000;

/**
 * Tells "no server answers" from "a server answers that is no relay". A response without CORS headers fails like a missing
 * server; a request in the mode `no-cors` succeeds only if there is a server. A relay has a page that extensions may read:
 * then the failure was one of the connection.
 */
export async function withForeignServer(fault: Fault, base: URL, fetch: typeof globalThis.fetch): Promise<Fault> {
  const answers = (url: URL, mode: RequestMode): Promise<boolean> =>
    fetch(url, {
      mode,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(probeTimeoutMs),
    }).then(
      () => true,
      () => false,
    );
  if (!(await answers(base, 'no-cors')) || (await answers(new URL('healthz', base), 'cors'))) return fault;
  return new Fault('malformed', 'a server answers, but it does not let extensions read the answer', { cause: fault });
}
