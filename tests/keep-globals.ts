import fc from 'fast-check';
import { afterAll } from 'vitest';
import { runs, seed } from './seed.ts';

fc.configureGlobal({ seed, numRuns: runs(100) });

/** Test files share a process. What one of them puts on the global object, such as a page's classes, goes with it. */
const before = Object.getOwnPropertyDescriptors(globalThis) as PropertyDescriptorMap;

afterAll(() => {
  for (const name of Reflect.ownKeys(globalThis)) {
    const descriptor = Reflect.get(before, name) as PropertyDescriptor | undefined;
    if (!descriptor) Reflect.deleteProperty(globalThis, name);
    else if (Reflect.getOwnPropertyDescriptor(globalThis, name)?.value !== descriptor.value)
      Reflect.defineProperty(globalThis, name, descriptor);
  }
});
