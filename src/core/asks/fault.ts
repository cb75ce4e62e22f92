export const faultKinds = [
  'unreachable',
  'timeout',
  'unauthorized',
  'rate-limited',
  'unavailable',
  'undecodable',
  'malformed',
  'too-large',
  'rejected',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The only error of a refresh. `message` is for logs; the popup has a text for each `kind`. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  /** The relay's `Retry-After`, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FaultKind,
    message: string,
    options: ErrorOptions & Partial<Pick<Fault, 'status' | 'retryAfterMs'>> = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface FaultReport {
  readonly kind: FaultKind;
  readonly status: number | null;
  /** Technical, in English, for a bug report. */
  readonly detail: string;
  /** Ms since the epoch. */
  readonly at: number;
  /** The end of the relay's `Retry-After`, ms since the epoch. */
  readonly retryAt: number | null;
}

/** An error that is no Fault is a bug of the extension and counts as `malformed`. */
export const toFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });

/** The relay answered and refused. The other kinds mean that no relay answered. */
const refusals: ReadonlySet<FaultKind> = new Set(['unauthorized', 'rate-limited', 'unavailable', 'rejected']);

/** Whether the relay refused (overlay state `unavailable`), rather than did not answer (`offline`). */
export const isRefusal = (kind: FaultKind): boolean => refusals.has(kind);
