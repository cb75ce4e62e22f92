/**
 * Keeps V8 of Node 24 (13.6) from ending the process with "Check failed: jit_page.has_value()". It fails now and then when
 * it frees the code by which WebAssembly calls JavaScript, as the HTTP parser of `fetch` does. It replaces that code after
 * 1,000 calls, and so frees it; with this flag after more calls than a process makes. Seen twice in runs of all tests that
 * start relays; https://github.com/nodejs/node/issues/64500 tells of a fault beside it.
 */
export const v8Flag = '--wasm-wrapper-tiering-budget=1000000000';
