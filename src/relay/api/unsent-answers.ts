import { HttpError, retryAfterHeader } from '#protocol/http.ts';
import { type ApiContext, whoAsks } from '#relay/api/api-context.ts';

/** Answers that nobody shares are in memory until they are read. The function counts one till then, or throws 429. */
export function createUnsentLimit(all: number, each: number): (c: ApiContext) => void {
  let clients: readonly string[] = [];
  return (c) => {
    const client = whoAsks(c);
    if (clients.length >= all || clients.filter((one) => one === client).length >= each)
      throw new HttpError(429, 'too many of these answers at once: read them first', retryAfterHeader(1000));
    clients = [...clients, client];
    const { outgoing, incoming } = c.env;
    const end = (): void => {
      clients = clients.toSpliced(clients.indexOf(client), 1);
      for (const one of [outgoing, incoming.socket]) one.off('close', end);
    };
    // A response that waits for another one on its connection does not hear of the end.
    for (const one of [outgoing, incoming.socket]) one.once('close', end);
  };
}
