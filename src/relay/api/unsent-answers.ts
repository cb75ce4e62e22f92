import { HttpError, retryAfterHeader } from '#protocol/http.ts';
import { type ApiContext, whoAsks } from '#relay/api/api-context.ts';

/**
 * Bounds answers that nobody shares: each is in memory until its client has read it.
 * @param all at once. @param each of one client
 * @returns makes an answer, which counts until it is made and sent: whoever hangs up does not end the work. Rejects with
 *   HttpError 429
 */
export function createUnsentLimit(all: number, each: number) {
  let clients: readonly string[] = [];
  return async <T>(c: ApiContext, make: () => Promise<T>): Promise<T> => {
    const client = whoAsks(c);
    if (clients.length >= all || clients.filter((one) => one === client).length >= each)
      throw new HttpError(429, 'too many of these answers at once: read them first', retryAfterHeader(1000));
    clients = [...clients, client];
    // A response that waits for another one on its connection does not hear of the end.
    const ends = [c.env.outgoing, c.env.incoming.socket];
    const { promise: sent, resolve: end } = Promise.withResolvers<void>();
    for (const one of ends) one.once('close', end);
    const made = make();
    void Promise.allSettled([made, sent]).then(() => {
      clients = clients.toSpliced(clients.indexOf(client), 1);
      for (const one of ends) one.off('close', end);
    });
    return made;
  };
}
