import type { MessageSender, Replier } from '#browser/messages.ts';

/** `anyone` includes content scripts, which run in hostile pages; `own-pages` are the extension's. */
export type AllowedSender = 'anyone' | 'own-pages';

export interface Message<Request, Answer, Deps> {
  readonly from: AllowedSender;
  /** `undefined` for an invalid request. */
  readonly parse: (request: unknown) => Request | undefined;
  readonly handle: (request: Request, deps: Deps, sender: MessageSender) => Promise<Answer>;
}

/** Declares messages whose handlers share their dependencies. Arguments, so that the handler's type follows the parser's. */
export const messageFor =
  <Deps>() =>
  <Request, Answer>(
    from: AllowedSender,
    parse: (request: unknown) => Request | undefined,
    handle: (request: Request, deps: Deps, sender: MessageSender) => Promise<Answer>,
  ): Message<Request, Answer, Deps> => ({ from, parse, handle });

interface AnyMessage<Deps> extends Omit<Message<never, unknown, Deps>, 'parse'> {
  readonly parse: (request: unknown) => unknown;
}

export type MessagesOf<Table extends Readonly<Record<string, AnyMessage<never>>>> = {
  [K in keyof Table]: Table[K] extends Message<infer Request, infer Answer, never>
    ? { readonly request: Request; readonly answer: Answer }
    : never;
};

/** Replies to the messages of a table, and refuses all others. Never rejects. */
export const createReplier =
  <Deps>(table: Readonly<Record<string, AnyMessage<Deps>>>, deps: Deps): Replier =>
  async (kind, request, sender) => {
    const message = Object.hasOwn(table, kind) ? table[kind] : undefined;
    if (!message) return refuse('not a kind of message');
    if (message.from === 'own-pages' && !sender.isOwnPage) return refuse('only the extension’s own pages may ask this');
    const parsed = message.parse(request);
    if (parsed === undefined) return refuse('not a request of this kind');
    try {
      // The table pairs each parser with its handler.
      return { ok: true, answer: (await message.handle(parsed as never, deps, sender)) as never };
    } catch (error) {
      return refuse(String(error));
    }
  };

const refuse = (error: string) => ({ ok: false, error }) as const;
