import type { Client } from '#relay/http/clients.ts';
import type { RelayRequest, RelayResponse } from '#relay/http/response.ts';

export interface Route {
  readonly path: string;
  /** Needs no token. */
  readonly isPublic: boolean;
  /** Is no business of people with an invite. */
  readonly isForOwner?: boolean;
  /** GET alone unless named. */
  readonly methods?: readonly string[];
  /** Throws HttpError. */
  readonly handle: (request: RelayRequest, client?: Client) => Promise<RelayResponse>;
}
