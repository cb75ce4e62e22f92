// Taken before the page can replace them: what it calls through us must work as before.
export const { apply } = Reflect;
export const { stringify } = JSON;
export const { then: promiseThen } = Promise.prototype;

type Method = (...args: never[]) => unknown;

/**
 * A function that looks like another; its handler has no prototype that the page could put traps into. The page gets
 * from it what it would have got, provided that `around` returns what `call` does and throws nothing of its own.
 */
export const wrapped = <T extends Method, Self>(
  method: T,
  around: (call: () => ReturnType<T>, args: readonly unknown[], self: Self) => ReturnType<T>,
): T =>
  new Proxy<T>(method, {
    // @ts-expect-error: not in the type of a handler
    __proto__: null,
    apply: (target, self, args) => around(() => apply(target, self, args), args, self),
  });

/** The page's own objects may throw at any touch; that is not to become its problem. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whatever the page did to its own world, only our copy is missing.
  }
}
