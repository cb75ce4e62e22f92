/** What a process of a test has of this one's environment: where programs are, and the cache of compiled modules. */
export const plainEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    ['PATH', 'NODE_COMPILE_CACHE'].includes(name) && value !== undefined ? [[name, value]] : [],
  ),
);
