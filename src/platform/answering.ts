import type { MessageReply } from '#platform/messaging.ts';
import type { RequestHandler } from '#platform/serving.ts';
import type { Answers, RequestKind, Requests } from '#protocol/messages.ts';
import { requests } from '#protocol/requests.ts';

/** Answers requests; is told which tab asks, where one does. */
export type Handlers = { [K in RequestKind]: (request: Requests[K], tab: number | undefined) => Promise<Answers[K]> };

/** Answers only what fits the schema of its kind. */
export const toRequestHandler =
  (handlers: Handlers): RequestHandler =>
  async <K extends RequestKind>(kind: K, request: unknown, tab: number | undefined): Promise<MessageReply<K>> => {
    const parsed = requests[kind].safeParse(request);
    if (!parsed.success) return { ok: false, error: 'not a request of this kind' };
    try {
      return { ok: true, answer: await handlers[kind](parsed.data, tab) };
    } catch (error) {
      return { ok: false, error: String(error) };
    }
  };
