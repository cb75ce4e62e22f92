import { createHash } from 'node:crypto';
import { IDBKeyRange } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Actor, Clock } from './clock.ts';
import type { Random } from './random.ts';

export interface Place {
  readonly fetch: typeof fetch;
  readonly browser?: object;
  readonly indexedDB?: object;
  readonly origin?: string;
  readonly locks?: object;
}

const immediate = globalThis.setImmediate;
const RealDate = globalThis.Date;
const blobBytes = Blob.prototype.arrayBuffer;

function createDate(now: () => number): DateConstructor {
  return class extends RealDate {
    static override now = now;

    constructor(...given: readonly unknown[]) {
      super(...((given.length > 0 ? given : [now()]) as [number]));
    }
  } as DateConstructor;
}

function createTimers({ add, remove, work }: Clock) {
  const handle = (order: number) => {
    const timer = {
      order,
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      [Symbol.toPrimitive]: () => order,
    };
    return timer;
  };
  const clear = (timer: { readonly order: number } | undefined) => void (timer && remove(timer.order));
  type Run = (...args: readonly unknown[]) => void;
  return {
    setTimeout: (run: Run, ms = 0, ...args: readonly unknown[]) => handle(add(() => run(...args), ms)),
    setInterval: (run: Run, ms = 0, ...args: readonly unknown[]) => handle(add(() => run(...args), ms, ms)),
    clearTimeout: clear,
    clearInterval: clear,
    setImmediate: (run: Run, ...args: readonly unknown[]) =>
      work((done) =>
        immediate(() => {
          done();
          run(...args);
        }),
      ),
  };
}

/** Whatever an actor does on the global object is done at its own place. */
const follow = (target: () => object): object =>
  new Proxy({}, { get: (_, name) => Reflect.get(target(), name), has: (_, name) => Reflect.has(target(), name) });

const nowhere = { runtime: { id: 'nowhere' } };
const at = { browser: (): object => nowhere };

/** The extension's modules take it when they are loaded: load this module first. */
export const browser = follow(() => at.browser());
Object.assign(globalThis, { browser, chrome: browser });

export function useWorld(
  clock: Clock,
  random: Random,
  placeOf: (actor: Actor) => Place,
  report: (error: Error) => void,
): void {
  const here = () => placeOf(clock.actor());
  const now = () => Math.floor(clock.now());
  at.browser = () => here().browser ?? nowhere;
  const globals = {
    ...createTimers(clock),
    Date: createDate(now),
    fetch: (...args: Parameters<typeof fetch>) => here().fetch(...args),
    indexedDB: follow(() => here().indexedDB ?? {}),
    IDBKeyRange,
    reportError: report,
    location: follow(() => ({ origin: here().origin })),
    navigator: { locks: follow(() => here().locks ?? {}) },
    self: { addEventListener: () => undefined },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  // Spies of vitest would keep each call.
  replace(performance, 'now', clock.now);
  replace(Math, 'random', random.next);
  replace(crypto, 'randomUUID', random.uuid as typeof crypto.randomUUID);
  replace(crypto.subtle, 'digest', async (_, data) => {
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : (data as Uint8Array);
    return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
  });
  replace(Blob.prototype, 'arrayBuffer', function (this: Blob) {
    return clock.work((done) => blobBytes.call(this).finally(done));
  });
  replace(AbortSignal, 'timeout', (ms) => {
    const ending = new AbortController();
    clock.add(() => ending.abort(tooLate), ms);
    return ending.signal;
  });
}

const tooLate = new DOMException('too late', 'TimeoutError');
const undo: (() => void)[] = [];

function replace<T extends object, K extends keyof T>(of: T, name: K, value: T[K]): void {
  const before = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before) Object.defineProperty(of, name, before);
    else Reflect.deleteProperty(of, name);
  });
}

export function leaveWorld(): void {
  for (const back of undo.splice(0)) back();
  vi.unstubAllGlobals();
}
