/** Why the relay gave no usable answer (design: the worker's nine faults). */
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

export interface FaultOptions {
  /** The HTTP status, where there was one. */
  readonly status?: number | undefined;
  /** How long the relay asks to be left alone, in ms. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that looking for prices throws; `message` is for a log, the popup words it by `kind`. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Kinds that mean "the relay answered and refused"; the others mean that no relay answered. */
const refusals: ReadonlySet<FaultKind> = new Set(['unauthorized', 'rate-limited', 'unavailable', 'rejected']);

/** Whether the relay itself refused (overlay state `unavailable`) rather than not answering (`offline`). */
export const isRefusal = (kind: FaultKind): boolean => refusals.has(kind);
