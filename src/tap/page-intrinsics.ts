// Saved before the page can replace them: the page's own calls through the wrappers must work as before.
export const { apply } = Reflect;
export const { then: promiseThen } = Promise.prototype;
const { stringify } = JSON;

/** A member as it is: the page may have given arrays a `toJSON`, as Prototype 1.6 does. */
function plainMember(this: Readonly<Record<string, unknown>>, key: string): unknown {
  return this[key];
}

export const toJson = (value: unknown): string => stringify(value, plainMember);

export type PageWindow = Window & typeof globalThis;

type Method = (...args: never[]) => unknown;

/**
 * Wraps a function of the page in a proxy, whose handler has no prototype that the page could put traps into. The page
 * gets the same result as without the wrapper, provided that `around` returns what `call` returns and never throws.
 */
export const wrapFunction = <T extends Method, Self>(
  method: T,
  around: (call: () => ReturnType<T>, args: readonly unknown[], self: Self) => ReturnType<T>,
): T =>
  new Proxy<T>(method, {
    // @ts-expect-error: not in the type of a handler
    __proto__: null,
    apply: (target, self, args) => around(() => apply(target, self, args), args, self),
  });

/** Objects of the page may throw at any access. The page must not see an error of the tap. */
export function suppressErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Only a copy of an answer is missing.
  }
}
