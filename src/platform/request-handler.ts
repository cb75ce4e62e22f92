import type { MessageReply } from '#platform/messaging.ts';
import type { Answers, RequestKind, Requests } from '#protocol/messages.ts';

/** The handler of each kind of request. `tab` is the tab that asks, `undefined` for a page outside of tabs. */
export type Handlers<Kinds extends RequestKind> = {
  readonly [K in Kinds]: (request: Requests[K], tab: number | undefined) => Promise<Answers[K]>;
};

/** Parses a request of a kind; `undefined` for anything else. */
type ParseRequest<Kinds extends RequestKind> = <K extends Kinds>(kind: K, request: unknown) => Requests[K] | undefined;

/** Parses a request of a kind and replies. Never rejects. */
export type RequestHandler<Kinds extends RequestKind> = <K extends Kinds>(
  kind: K,
  request: unknown,
  tab: number | undefined,
) => Promise<MessageReply<K>>;

/** Handles the requests that `parse` accepts, and refuses all others. */
export const toRequestHandler =
  <Kinds extends RequestKind>(parse: ParseRequest<Kinds>, handlers: Handlers<Kinds>): RequestHandler<Kinds> =>
  async <K extends Kinds>(kind: K, request: unknown, tab: number | undefined): Promise<MessageReply<K>> => {
    const parsed = parse(kind, request);
    if (!parsed) return { ok: false, error: 'not a request of this kind' };
    try {
      return { ok: true, answer: await handlers[kind](parsed, tab) };
    } catch (error) {
      return { ok: false, error: String(error) };
    }
  };
